import { auth, type membership } from '@mshahara/contract/auth'
import type { z } from 'zod'
import { useRead } from '../lib/api.ts'

export type Membership = z.output<typeof membership>

/** Those waiting for an answer of the signed-in person. */
export function useInvited(): Membership[] {
  const { data } = useRead(auth.memberships)
  return data?.filter(({ status }) => status === 'invited') ?? []
}
