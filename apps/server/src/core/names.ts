/**
 * Names as letters carry them. Mail programs make links of what looks like an address, and a letter
 * in our name must not lead to a stranger's page, whatever a row says that was written earlier.
 */
export const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/https?:\/*/gi, '')
    .replace(/[@/\\:]+/g, ' ')
    .replace(/\.(?=\S)/g, '. ')
    .replace(/\s+/g, ' ')
    .trim()

export const greeting = (word: string, name: string): string => {
  const plain = plainName(name)
  return plain ? `${word} ${plain},` : `${word},`
}
