// A game while others record it too: what is new, what the referee says, and a server that comes back.

const AGAIN = 5000;

/**
 * Follows the live stream of a game.
 * @param {string} address
 * @param {boolean} fresh whether what is shown came from the server just now
 * @param {{onNews: (version: number) => void, onBack: () => void, onOpen: () => void, onChecked: () => void}} hear
 */
export function follow(address, fresh, hear) {
  const source = new EventSource(address);
  let away = !fresh;
  source.addEventListener("open", () => {
    if (away) hear.onBack();
    away = false;
    hear.onOpen();
  });
  source.addEventListener("error", () => {
    away = true;
    // A browser gives up where a server answers with an error, as one that is starting does.
    if (source.readyState === EventSource.CLOSED) setTimeout(() => follow(address, false, hear), AGAIN);
  });
  source.addEventListener("message", (event) => hear.onNews(JSON.parse(event.data).version));
  source.addEventListener("checked", () => hear.onChecked());
}
