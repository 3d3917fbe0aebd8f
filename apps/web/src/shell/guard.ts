import type { Profile } from '@mshahara/contract/auth'
import { errorWords } from '@mshahara/contract/errors'
import { home } from '../lib/next.ts'
import { mayOpen, type Screen } from '../lib/screen.ts'
import type { ToastKind } from '../lib/toast.tsx'

/** Who may open which screen, and where everybody else is sent, and told what (2.2, A3, A10). */

export interface Detour {
  to: string
  search?: Record<string, string>
  kind?: ToastKind
  message?: string
}
type Visitor = Pick<
  Profile,
  | 'role'
  | 'permissionNames'
  | 'organization_id'
  | 'must_change_password'
  | 'must_add_factor'
  | 'deactivated'
>

export function guard(screen: Screen, visitor: Visitor | null, address: string): Detour | null {
  if (screen.audience === 'anyone') return null
  if (screen.audience === 'guest') return visitor && activeSession(visitor)
  if (!visitor) return { to: '/login', search: address === '/' ? {} : { next: address } }
  if (visitor.must_change_password) {
    return screen.path === '/change-password' ? null : { to: '/change-password' }
  }
  if (visitor.must_add_factor) {
    return screen.path === '/second-factor' ? null : { to: '/second-factor' }
  }
  if (screen.path === '/second-factor') return { to: '/profile' }
  if (screen.path === '/create-organization') {
    return visitor.organization_id || visitor.role === 'super-admin' ? { to: home(visitor) } : null
  }
  if (screen.path === '/change-password') return null
  if (!visitor.organization_id) {
    const detour = withoutOrganization(screen, visitor)
    if (detour) return detour
  }
  return mayOpen(screen, visitor) ? null : refused(visitor)
}

function activeSession(visitor: Visitor): Detour {
  return {
    to: visitor.role === 'super-admin' && !visitor.organization_id ? home(visitor) : '/dashboard',
    kind: 'info',
    message: errorWords.activeSession,
  }
}

function withoutOrganization(screen: Screen, visitor: Visitor): Detour | null {
  if (visitor.role !== 'super-admin') {
    // The screen itself says that theirs is deactivated.
    if (visitor.deactivated) return { to: '/create-organization' }
    const message = errorWords.organizationFirst
    return { to: '/create-organization', kind: 'info', message }
  }
  if (screen.alone) return null
  const message = errorWords.openFirst
  // Going home is no mistake, so nothing is said.
  if (screen.path === '/dashboard') return { to: '/desk' }
  return { to: '/organizations', kind: 'info', message }
}

function refused(visitor: Visitor): Detour {
  return {
    to: visitor.organization_id ? '/dashboard' : home(visitor),
    kind: 'warning',
    message: errorWords.noPage,
  }
}
