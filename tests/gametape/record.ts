// A whole game recorded by a client that openapi-typescript made of the OpenAPI document.
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

declare const process: { argv: string[] };

type Draft = components["schemas"]["EventBody"];

const [base, token] = process.argv.slice(2) as [string, string];
const api = createClient<paths>({ baseUrl: base, headers: { Authorization: `Bearer ${token}` } });
const game = "typescript";
const params = { path: { game } };

/** The answer's document, or the problem's sentence thrown. */
function good<T>(answer: { data?: T; error?: { detail: string } }): T {
  if (answer.data === undefined) throw new Error(answer.error?.detail ?? "no document");
  return answer.data;
}

async function record(...events: Draft[]): Promise<number> {
  const known = events.map((event) => ({ ...event, id: crypto.randomUUID() }));
  const answer = await api.POST("/api/v1/games/{game}/events", { params, body: { events: known } });
  return good(answer).version;
}

const seats = [
  { seat: "1", name: "Ana" },
  { seat: "2", name: "Bo" },
];
const made = good(await api.POST("/api/v1/games", { body: { id: game, ruleset: "wannabe-football", seats } }));
if (made.version !== 1 || !made.links.recorder) throw new Error("not made");
await record({ type: "KickOffDecided", data: { starter: "1" } });
const wrong = await record({ type: "CardPlayed", seat: "2", data: { card: "P02" } });

const findings = good(await api.GET("/api/v1/games/{game}/findings", { params })).findings;
const severities: string[] = findings.map((finding) => finding.severity);
const state = good(await api.GET("/api/v1/games/{game}/state", { params }));
if (state.version !== wrong) throw new Error("another state");
const options = good(await api.GET("/api/v1/games/{game}/options", { params })).options;
await record({ type: "EventRetracted", data: { target: wrong, reason: "typo" } });
await record({ type: "GameEnded", data: { reason: "agreement" } });
const header = good(await api.GET("/api/v1/games/{game}", { params }));

const refused = await api.GET("/api/v1/games/{game}", { params: { path: { game: "nowhere" } } });
if (refused.error?.status !== 404) throw new Error("found nowhere");

// @ts-expect-error: no visibility of ours; the document's words are types.
const never: components["schemas"]["Header"]["visibility"] = "secret";
console.log(JSON.stringify({ status: header.status, version: header.version, severities, options: options.length, never }));
