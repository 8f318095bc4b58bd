// Before the first paint: a word to browsers that are too old, and the theme that was chosen, so that a dark page never flashes light.
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
  // A vector instruction in a function of its own: rules and engine need them.
  var simd = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0];
  simd = simd.concat([65, 0, 253, 15, 253, 98, 11]);
  var able = false;
  try {
    able = WebAssembly.validate(new Uint8Array(simd));
  } catch {
    able = false;
  }
  if (able) return;
  window.tooOld = true;
  document.addEventListener('DOMContentLoaded', function () {
    document.getElementById('too-old').hidden = false;
  });
})();
