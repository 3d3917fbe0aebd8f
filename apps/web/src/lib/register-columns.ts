/** Headings chosen by hand: the next month's register has the same, wherever it is read. */

type Chosen = Record<string, string | null | undefined>

const keyOf = (organization: string) => `mshahara.register.${organization}`

function all(organization: string): Chosen {
  try {
    return JSON.parse(localStorage.getItem(keyOf(organization)) ?? '{}')
  } catch {
    return {}
  }
}

/** Of the columns that are asked for: two readers may know different ones. */
export const rememberedColumns = <Key extends string>(
  organization: string,
  keys: readonly Key[],
): Partial<Record<Key, string | null>> =>
  Object.fromEntries(
    Object.entries(all(organization)).filter(([key]) => (keys as readonly string[]).includes(key)),
  ) as Partial<Record<Key, string | null>>

export const rememberColumns = (organization: string, columns: Chosen) =>
  localStorage.setItem(keyOf(organization), JSON.stringify({ ...all(organization), ...columns }))
