import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, email, id, instant, message, name, phone, withWarning } from './fields.ts'
import { permissionNames, roles, staffRoles } from './permissions.ts'

const permission = z.enum(permissionNames)
const names = { first_name: name('First Name', 60), last_name: name('Last Name', 60) }

export const user = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  role: z.enum(roles),
  /** `invited`: has not signed in here yet. */
  status: z.enum(['active', 'inactive', 'invited']),
  avatar: z.string().nullable(),
  employee_id: id.nullable(),
  organization_id: id,
  created_at: instant,
  updated_at: instant.nullable(),
})
export type User = z.output<typeof user>

export const userDetails = user.extend({
  permissionNames: z.array(permission),
  /** May the caller change name and phone, email, role and permissions of this person? */
  may: z.object({ rename: z.boolean(), readdress: z.boolean(), edit: z.boolean() }),
})

/** Differences from what was loaded. */
const changedPermissions = {
  added: z.array(permission).max(100),
  removed: z.array(permission).max(100),
}

export const userInput = z.object({
  ...names,
  email,
  phone,
  role: z.enum(staffRoles, 'Please select a role.'),
  status: z.enum(['active', 'inactive'], 'Please select a status.'),
  /** Saved in the same breath; with another role, beyond what that role brings. */
  permissions: z.object(changedPermissions).optional(),
})
export const inviteInput = z.object({
  ...names,
  email,
  phone,
  role: z.enum(staffRoles, 'Please select a role.'),
})

/** Nobody grants what they lack (A4); `grantable` says so before it is tried. */
const grantable = z.boolean()
export const role = z.object({
  name: z.enum(roles),
  permissions: z.array(permission),
  grantable,
})

export const users = {
  list: endpoint({
    method: 'GET',
    path: 'users',
    access: 'view users',
    summary: 'Everybody with a sign-in to the organisation.',
    response: z.array(user),
  }),
  get: endpoint({
    method: 'GET',
    path: 'user/:id',
    access: 'edit users',
    summary: 'One person with all permissions held here.',
    params: byId,
    response: userDetails,
  }),
  invite: endpoint({
    method: 'POST',
    path: 'user',
    access: 'create users',
    summary: 'Invite a person by email.',
    body: inviteInput,
    response: user,
    success: 201,
  }),
  reinvite: endpoint({
    method: 'POST',
    path: 'user/invite/:id',
    access: 'create users',
    summary: 'Mail the invitation once more.',
    params: byId,
    response: message,
  }),
  update: endpoint({
    method: 'PATCH',
    path: 'user/:id',
    access: 'edit users',
    summary: "Change a person's role and status here, and contact data while nobody owns them yet.",
    params: byId,
    body: userInput,
    response: user.extend(withWarning),
  }),
  roles: endpoint({
    method: 'GET',
    path: 'roles',
    access: 'edit users',
    summary: 'Roles and what each is granted.',
    response: z.array(role),
  }),
  permissions: endpoint({
    method: 'GET',
    path: 'permissions',
    access: 'edit users',
    summary: 'All permissions by category.',
    response: z.array(
      z.object({
        id: z.string(),
        name: permission,
        display_name: z.string(),
        category: z.string(),
        grantable,
      }),
    ),
  }),
  updatePermissions: endpoint({
    method: 'POST',
    path: 'update-permissions',
    access: 'edit users',
    summary: 'Add and remove permissions beyond the role.',
    body: z.object({ user_id: id, ...changedPermissions }),
    response: message,
  }),
}
