import type { Permission, Role } from '@mshahara/contract'

/** Who makes the call, as the session says at this moment. */
export interface SignedIn {
  session_id: string
  id: string
  name: string
  organization_id: string | null
  role: Role
  super_admin: boolean
  activated: boolean
  employee_id: string | null
  /** Employed no longer. */
  leaver: boolean
  /** Their organisation has paid, or is older than a day. */
  settled: boolean
  extra: Permission[]
  permissions: ReadonlySet<Permission>
  /** The organisation or the platform asks for a second factor. */
  factor_required: boolean
  /** And there is none yet: nothing else can be done before. */
  must_add_factor: boolean
  last_seen_at: string
  expires_at: string
  /** A browser has used it before. */
  by_cookie: boolean
}
