// Runs before the page is drawn: the reader's own choice of light or dark, and the sign that scripts run.
(() => {
  const page = document.documentElement;
  page.classList.add("js");
  try {
    const theme = localStorage.getItem("theme");
    if (theme) page.dataset.theme = theme;
  } catch {
    // Storage is barred: the system's choice stands.
  }
})();
