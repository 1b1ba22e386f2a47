/** Switch the style sheets of package tables on at a table, and off elsewhere: they concern no other page. */
export function usePackageStyles(on: boolean) {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-package-table]'))
    link.disabled = !on
}
