import { Button, Group, Select, SimpleGrid, Stack, TextInput, Title } from '@mantine/core'
import { roleDescriptions, type StaffRole, staffRoles } from '@mshahara/contract/permissions'
import { type userDetails, users } from '@mshahara/contract/users'
import { Link, useNavigate } from '@tanstack/react-router'
import type { z } from 'zod'
import { type Body, type CallForm, useCallForm } from '../lib/form.ts'
import { words } from '../lib/format.ts'
import { warn } from '../lib/toast.tsx'
import { noteBelow } from '../ui/fields.tsx'
import { IconInfoCircle } from '../ui/icons.ts'
import type { RoleInfo } from './permission-choice.ts'
import classes from './user.module.css'

export type Details = z.output<typeof userDetails>

const isStaff = (role: string | null): role is StaffRole =>
  (staffRoles as readonly (string | null)[]).includes(role)
const statusOptions = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
]

/** What this person's editor may not touch, and why, in one line. */
function reason({ may }: Details): string | null {
  if (!may.edit) return 'You cannot change the role, status or permissions of this person.'
  if (!may.rename && !may.readdress) return 'This person manages their own name and email.'
  return may.readdress ? null : 'This person manages their own email.'
}

interface Props {
  user: Details
  roles: RoleInfo[]
  onRole: (role: string | null) => void
  /** What was ticked and unticked beside it, to be saved along with it. */
  permissions: Body<typeof users.update>['permissions']
}

const highRole = 'Roles with more rights than your own cannot be given.'

export function UserForm({ user, roles, onRole, permissions }: Props) {
  const navigate = useNavigate()
  const { may } = user
  const { form, submit, busy } = useCallForm({
    endpoint: users.update,
    params: { id: user.id },
    initial: {
      first_name: user.first_name,
      last_name: user.last_name,
      email: user.email,
      phone: user.phone ?? '',
      role: user.role as StaffRole,
      // Somebody invited becomes active by signing in; until then the invitation stands.
      status: user.status === 'inactive' ? 'inactive' : 'active',
    },
    send: (values) => ({ ...values, permissions }),
    long: () => permissions !== undefined,
    done: 'User updated successfully',
    onDone: ({ data }) => {
      if (data.warning) warn(data.warning)
      return navigate({ to: '/users' })
    },
  })
  const note = reason(user)
  const nothing = !may.edit && !may.rename && !may.readdress
  return (
    <section className="card" aria-labelledby="user-information">
      <form onSubmit={submit} noValidate>
        <Stack p="var(--card-pad)">
          <Title order={2} id="user-information">
            User Information
          </Title>
          {note && (
            <p className={classes.note}>
              <IconInfoCircle size={18} aria-hidden />
              {note}
            </p>
          )}
          <Contact form={form} may={may} />
          <Standing form={form} may={may} roles={roles} onRole={onRole} />
          <RoleCard role={form.values.role} />
          <Group justify="flex-end">
            <Button variant="default" component={Link} to="/users">
              Back
            </Button>
            <Button type="submit" loading={busy} disabled={nothing}>
              Update User
            </Button>
          </Group>
        </Stack>
      </form>
    </section>
  )
}

interface StandingProps extends Pick<Props, 'roles' | 'onRole'> {
  form: CallForm<typeof users.update>
  may: Details['may']
}

function Standing({ form, may, roles, onRole }: StandingProps) {
  const roleOptions = staffRoles.map((role) => ({
    value: role,
    label: words(role),
    disabled: roles.find(({ name }) => name === role)?.grantable === false,
  }))
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <Select
        label="Role"
        placeholder="Select role"
        data={roleOptions}
        clearable
        disabled={!may.edit}
        description={may.edit && roleOptions.some(({ disabled }) => disabled) && highRole}
        {...noteBelow}
        {...form.getInputProps('role')}
        onChange={(role) => {
          form.setFieldValue('role', role as StaffRole)
          onRole(role)
        }}
      />
      <Select
        label="Status"
        data={statusOptions}
        disabled={!may.edit}
        {...form.getInputProps('status')}
      />
    </SimpleGrid>
  )
}

interface ContactProps {
  form: { getInputProps: (path: string) => object }
  may: Details['may']
}

function Contact({ form, may }: ContactProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput label="First Name" disabled={!may.rename} {...form.getInputProps('first_name')} />
      <TextInput label="Last Name" disabled={!may.rename} {...form.getInputProps('last_name')} />
      <TextInput
        label="Email"
        type="email"
        disabled={!may.readdress}
        {...form.getInputProps('email')}
      />
      <TextInput label="Phone" type="tel" disabled={!may.rename} {...form.getInputProps('phone')} />
    </SimpleGrid>
  )
}

function RoleCard({ role }: { role: string | null }) {
  if (!isStaff(role)) return null
  return (
    <div className={classes.role}>
      <h3>{words(role)}</h3>
      <ul>
        {roleDescriptions[role].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}
