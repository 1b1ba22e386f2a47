/** Copies a field's text. The clipboard needs a secure page; elsewhere the field is selected and copied the old way.
    Returns whether it was copied; if not, the text stays selected for the user to copy. */
export async function copyText(field: HTMLInputElement): Promise<boolean> {
  field.select()
  try {
    await navigator.clipboard.writeText(field.value)
    return true
  } catch {
    return document.execCommand('copy')
  }
}
