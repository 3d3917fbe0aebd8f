// Sets the colour scheme before the first paint. A file of its own, because the content policy
// allows no inline script.
;(() => {
  let chosen = 'auto'
  try {
    chosen = localStorage.getItem('mshahara.scheme') || 'auto'
  } catch {
    // Storage may be blocked; the system's scheme is a good answer.
  }
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
