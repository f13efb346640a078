// Runs before the first paint, so that the page never shows the wrong theme; a file of its own, because the content
// policy of the page forbids inline scripts.
{
  const chosen = localStorage.getItem('kubemin.theme');
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = chosen === 'dark' || chosen === 'light' ? chosen : system;
}
