// Before the first paint: the theme that was chosen, so that a dark page never flashes light.
(function () {
  var settings = {};
  try {
    settings = JSON.parse(localStorage.getItem('settings') || '{}');
  } catch {
    settings = {};
  }
  if (settings.theme === 'light' || settings.theme === 'dark') {
    document.documentElement.dataset.theme = settings.theme;
  }
})();
