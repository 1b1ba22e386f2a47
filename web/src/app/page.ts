/** Names the page on the document's root while it is shown: the root's font size depends on it. */
export const markPage = (name: string) => () => {
  const { dataset } = document.documentElement
  dataset.page = name
  return () => {
    // the next page may have set its own name already
    if (dataset.page === name) delete dataset.page
  }
}
