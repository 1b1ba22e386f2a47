// The address, with the seat behind its #, stays as it is: loading it anew leads back to the same table.
try {
  const theme = JSON.parse(localStorage.getItem('gamut.theme'))
  if (theme) document.documentElement.dataset.theme = theme
} catch {
  // no storage, no theme of one's own
}
document.querySelector('button').addEventListener('click', () => location.reload())
window.addEventListener('online', () => location.reload())
