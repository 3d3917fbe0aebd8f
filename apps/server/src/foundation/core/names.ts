/**
 * Names as our emails show them. Mail programs turn whatever looks like an address into a link, and
 * an email of ours must not lead to a stranger's page, even where an old row holds such a name.
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
