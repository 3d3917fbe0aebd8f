/** Saves what an answer brought along, under its own name. */
export function saveFile({ name, file }: { name: string; file: string }) {
  const link = document.createElement('a')
  link.href = file
  link.download = name
  link.click()
}
