// The address stays the same, so reloading leads back to the same table.
try {
  const theme = JSON.parse(localStorage.getItem('gamut.theme'))
  if (theme) document.documentElement.dataset.theme = theme
} catch {
  // no storage, so no chosen theme
}
document.querySelector('button').addEventListener('click', () => location.reload())
window.addEventListener('online', () => location.reload())
