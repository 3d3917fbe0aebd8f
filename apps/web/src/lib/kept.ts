/**
 * What is kept on a person's own phone for reading without a network (src/offline), as far as the
 * rest has to know: whose it is, and how to be rid of it.
 */

export const keptDatabase = 'mshahara.kept'
const ownerKey = 'mshahara.kept-of'

export interface Owner {
  user_id: string
  organization_id: string
}

/** Not secret: the ids of person and organisation. */
export function keptOwner(): Owner | null {
  const [user_id, organization_id] = (localStorage.getItem(ownerKey) ?? '').split(' ')
  return user_id && organization_id ? { user_id, organization_id } : null
}

export function markKept({ user_id, organization_id }: Owner) {
  localStorage.setItem(ownerKey, `${user_id} ${organization_id}`)
}

/** At once and for good, of one organisation or all; open pages let go of it by themselves. */
export async function wipeKept(organization: string | null = null) {
  const owner = keptOwner()
  if (!owner || (organization && owner.organization_id !== organization)) return
  localStorage.removeItem(ownerKey)
  await new Promise<void>((resolve) => {
    const gone = indexedDB.deleteDatabase(keptDatabase)
    gone.onsuccess = gone.onerror = gone.onblocked = () => resolve()
  })
}
