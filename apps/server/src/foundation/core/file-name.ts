/** What no file system takes, and what hides in a name without being seen. */
const unusable = /[\p{Cc}\p{Cf}\p{Cs}<>:"/\\|?*]+/gu
const longest = 60

const part = (text: string) =>
  [
    ...text
      .normalize('NFC')
      .replace(unusable, ' ')
      .trim()
      .replace(/[\s-]+/g, '-'),
  ]
    .slice(0, longest)
    .join('')
    .replace(/^[.-]+|[.-]+$/g, '')

/** A file's name as people understand it: `NSSF-2026-10.xlsx`. Empty parts are left out. */
export const fileName = (parts: (string | number | null | undefined)[], extension: string) =>
  `${parts.flatMap((each) => part(String(each ?? '')) || []).join('-')}.${extension}`

/** Names within one archive: a second of the same name is numbered, whatever its case. */
export function uniqueNames() {
  const taken = new Set<string>()
  return (wanted: string) => {
    let name = wanted
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) {
      name = wanted.replace(/(\.\w+)$/, `-${count}$1`)
    }
    taken.add(name.toLowerCase())
    return name
  }
}
