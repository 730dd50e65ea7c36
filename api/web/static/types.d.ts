// The drawing vocabulary as it arrives in JSON; keys at their default are absent.

export type Point = [number, number];

export interface Seat {
  id: string; name: string; slot: number; mark: string; side: "near" | "far";
  person?: string; score?: string; turn?: boolean; note?: string; fill?: string; ink?: string;
}
export interface Shape {
  rect?: number[]; circle?: number[]; line?: number[]; path?: string; text?: string;
  at?: number[]; size?: number; align?: string;
  fill?: string; stroke?: string; width?: number; dash?: boolean; opacity?: number;
}
export interface Place {
  title: string; x: number; y: number; kind?: "cell" | "hex" | "zone"; w?: number; h?: number; r?: number;
  tone?: string; pattern?: "hatch" | "dots" | "double" | "dash"; heat?: number; mark?: string; ring?: boolean;
  label?: string; many?: "fan" | "row" | "up" | "deck";
}
export interface Badge { text: string; corner: string; shape: string; title?: string }
export interface Art { view: number[]; shapes: Shape[] }
export interface Course {
  through?: string[]; points?: number[][]; head?: boolean; dash?: boolean; short?: boolean;
  curve?: number; offset?: number; width?: number; icon?: "star" | "x"; label?: string;
  title: string; tone?: string; seat?: string; fade?: number; kind: string;
}
export interface Item extends Course {
  at?: string; on?: string; anchor?: string; z?: number; order?: number; size?: number; sublabel?: string;
  badges?: Badge[]; band?: string; state?: string[]; shape?: string; facing?: number; rays?: number[];
  face?: string | null; corner?: string; art?: Art; x?: number; y?: number; text?: string; align?: string;
}
export interface Mark extends Course { why: "last" | "pending" | "aid"; on?: string; text?: string; places?: string[] }
export interface Board {
  key: string; view: number[]; turnable?: boolean; ground?: Shape[]; lines?: Shape[];
  places: Record<string, Place>; items: Record<string, Item>;
}
export interface Card {
  id: string; title?: string; label?: string; corner?: string; sublabel?: string; lines?: string[]; used?: number;
  art?: Art; dice?: string[]; tone?: string; seat?: string; slot?: string; state?: string[]; badges?: Badge[]; under?: Card[];
}
export interface Needs { target?: number | string; chance?: number }
export interface Counter { id: string; label: string; value?: number | string | null; of?: number; shape?: string; title?: string }
export interface Line { id: string; text: string; seat?: string; note?: string }
export interface TrackToken { id: string; seat: string; at: number; order?: number; title: string }
export interface Die { id: string; face?: string | null; tone?: string; state?: string[]; title?: string }
export interface Roll { id: string; seat?: string | null; label: string; dice: Die[]; sum?: string; needs?: Needs }
export interface Panel {
  id: string; kind: string; title?: string; dock: string; seat?: string; count?: number;
  items?: (Counter & Line)[]; layout?: string; cards?: Card[]; limit?: number;
  from?: number; to?: number; stops?: { at: number; label: string; tone?: string }[]; tokens?: TrackToken[];
  columns?: { id: string; label: string; align?: string; title?: string }[];
  rows?: { id: string; cells: string[]; seat?: string; state?: string[] }[];
  rolls?: Roll[]; parts?: { seat: string; value: number; label: string }[];
  seats?: string[]; text?: string; type?: string; needs?: Needs;
}
export interface Scene {
  scene: 1; ruleset: string; title: string; seats: Seat[]; board?: Board | null; marks?: Mark[]; panels?: Panel[];
}
export type Seats = Record<string, Seat>;

export interface Spot { x: number; y: number; size: number; width: number; scale: number }
export type Spots = Record<string, Spot>;

export interface Option {
  type: string; seat: string | null; data: Record<string, unknown>; label: string;
  piece?: string; to?: string; target?: number | string; probability?: number; weight?: number;
}
export interface Operation { op: "add" | "remove" | "replace"; path: string; value?: any }
export interface Replay { from: number; to: number; scene: Scene; patches: Operation[][] }
