import { auth } from '@mshahara/contract/auth'
import { call, keyOf, queryClient } from '../lib/api.ts'
import { loadProfile } from '../lib/session.ts'

/** The mailed code arrived, so the address is theirs; the profile is then read again. */
export async function afterPasswordChange(id: string) {
  await call(auth.verifyEmail, { params: { id } }, { key: crypto.randomUUID() }).catch(() => {})
  await queryClient.invalidateQueries({ queryKey: keyOf(auth.profile), refetchType: 'none' })
  await loadProfile()
}
