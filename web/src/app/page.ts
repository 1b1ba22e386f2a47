/** Marks the root of the document while a page is there: letters are measured by the root. */
export const markPage = (name: string) => () => {
  const { dataset } = document.documentElement
  dataset.page = name
  return () => {
    // the next page may be there already
    if (dataset.page === name) delete dataset.page
  }
}
