import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { staffRoles } from '@mshahara/contract/permissions'
import { settings } from '@mshahara/contract/settings'
import { type User, users } from '@mshahara/contract/users'
import { useRead } from '../lib/api.ts'
import { fullName, words } from '../lib/format.ts'
import { useMay } from '../lib/session.ts'
import { useAct } from '../ui/act.ts'
import { Address } from '../ui/address.tsx'
import { createdColumn, indexColumn } from '../ui/columns.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Face } from '../ui/face.tsx'
import type { AnyForm } from '../ui/fields.tsx'
import { IconMailForward, IconPencil, IconUsers } from '../ui/icons.ts'
import { AddButton } from '../ui/record-actions.tsx'
import { Records } from '../ui/records.tsx'
import { RowButton, RowLink } from '../ui/row-action.tsx'
import { Status, Tag } from '../ui/status.tsx'
import classes from './users.module.css'

const mayEdit = (user: User) => user.role !== 'employee'

const columnsFor = (edits: boolean): Column<User>[] => [
  indexColumn,
  {
    key: 'name',
    title: 'Name',
    lead: true,
    link: (user) => (edits && mayEdit(user) ? `/user/${user.id}` : undefined),
    render: (user) => (
      <span className={classes.person}>
        <Face person={user} size={32} />
        {fullName(user)}
      </span>
    ),
  },
  { key: 'phone', title: 'Phone', oneLine: true, yields: 2, render: ({ phone }) => phone },
  { key: 'email', title: 'Email', yields: 2, render: ({ email }) => <Address email={email} /> },
  { key: 'role', title: 'Role', yields: 3, render: ({ role }) => <Tag>{words(role)}</Tag> },
  { key: 'status', title: 'Status', render: ({ status }) => <Status value={status} /> },
  // The number of the row gives way before it.
  { ...createdColumn, yields: 2 },
]

export default function Users() {
  const may = useMay()
  const acts = may(users.update) || may(users.reinvite)
  return (
    <Records
      calls={{ list: users.list, create: users.invite }}
      one="User"
      title="User Management"
      numbered={false}
      icon={IconUsers}
      columns={columnsFor(may(users.update))}
      searched={(user) => [fullName(user), user.email, user.phone, user.role].join('\n')}
      add={(open) => <AddUser onClick={open} />}
      more={acts ? (user) => <Actions user={user} /> : undefined}
      action="Send Invitation"
      done="Invitation sent"
      blank={{ first_name: '', last_name: '', email: '', phone: '', role: 'user' }}
      fields={(form) => <Fields form={form} />}
    />
  )
}

/** With an accounts service, people are added there. */
function AddUser({ onClick }: { onClick: () => void }) {
  const { data: config } = useRead(settings.config, undefined, { fixed: true })
  const href = config?.accounts_url ? `${config.accounts_url}/users` : undefined
  return (
    <AddButton onClick={onClick} href={href}>
      Add User
    </AddButton>
  )
}

function Actions({ user }: { user: User }) {
  const may = useMay()
  return (
    <>
      {may(users.update) && mayEdit(user) && (
        <RowLink to={`/user/${user.id}`} icon={IconPencil} label={`Edit ${fullName(user)}`}>
          Edit
        </RowLink>
      )}
      {may(users.reinvite) && user.status === 'invited' && <Resend user={user} />}
    </>
  )
}

function Resend({ user }: { user: User }) {
  const reinvite = useAct(users.reinvite, { notice: 'Invitation sent' })
  return (
    <RowButton
      icon={IconMailForward}
      label={`Resend invitation to ${fullName(user)}`}
      busy={reinvite.busy}
      onClick={() => reinvite.run({ params: { id: user.id } })}
    >
      Resend
    </RowButton>
  )
}

const roleOptions = staffRoles.map((role) => ({ value: role, label: words(role) }))

function Fields({ form }: { form: AnyForm }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="First Name" data-autofocus {...form.getInputProps('first_name')} />
        <TextInput label="Last Name" {...form.getInputProps('last_name')} />
      </SimpleGrid>
      <TextInput label="Email" type="email" {...form.getInputProps('email')} />
      <TextInput label="Phone" type="tel" {...form.getInputProps('phone')} />
      <Select
        label="Role"
        placeholder="Select role"
        data={roleOptions}
        {...form.getInputProps('role')}
      />
    </>
  )
}
