import { Button, Select, SimpleGrid, TextInput } from '@mantine/core'
import { staffRoles } from '@mshahara/contract/permissions'
import { settings } from '@mshahara/contract/settings'
import { type User, users } from '@mshahara/contract/users'
import { useState } from 'react'
import { useRead, useWrite } from '../lib/api.ts'
import { date, fullName, words } from '../lib/format.ts'
import { useMay } from '../lib/session.ts'
import { toast } from '../lib/toast.tsx'
import type { Column } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { Face } from '../ui/face.tsx'
import { FormModal } from '../ui/form-modal.tsx'
import { IconMailForward, IconPencil, IconPlus, IconUsers } from '../ui/icons.ts'
import { ListPage } from '../ui/list-page.tsx'
import { RowButton, RowLink } from '../ui/row-action.tsx'
import { Status, Tag } from '../ui/status.tsx'
import classes from './users.module.css'

const sizes = [5, 10, 25, 50, 100] as const

const facts: Column<User>[] = [
  { key: 'index', title: '#', wideOnly: true, render: (_, index) => index },
  {
    key: 'name',
    title: 'Name',
    lead: true,
    render: (user) => (
      <span className={classes.person}>
        <Face person={user} size={32} />
        {fullName(user)}
      </span>
    ),
  },
  { key: 'phone', title: 'Phone', oneLine: true, render: ({ phone }) => phone },
  { key: 'email', title: 'Email', render: ({ email }) => email },
  { key: 'role', title: 'Role', render: ({ role }) => <Tag>{words(role)}</Tag> },
  { key: 'status', title: 'Status', render: ({ status }) => <Status value={status} /> },
  { key: 'created', title: 'Created', oneLine: true, render: ({ created_at }) => date(created_at) },
]

export default function Users() {
  const read = useRead(users.list)
  const may = useMay()
  const [adding, setAdding] = useState(false)
  const actions: Column<User> = {
    key: 'actions',
    title: 'Actions',
    actions: true,
    render: (user) => <Actions user={user} />,
  }
  const acts = may('edit users') || may('create users')
  const add = may('create users') && <AddButton onClick={() => setAdding(true)} />
  return (
    <>
      <ListPage
        title="User Management"
        subtitle={(count) => `Users (${count})`}
        actions={add}
        read={read}
        columns={acts ? [...facts, actions] : facts}
        rowKey={({ id }) => id}
        search={{
          label: 'Search user',
          text: (user) => `${fullName(user)}\n${user.email}\n${user.phone ?? ''}\n${user.role}`,
        }}
        sizes={sizes}
        perPage={10}
        empty={(searching) => (
          <Empty
            icon={IconUsers}
            title="No Users Found"
            text={
              searching ? 'No users match your search criteria' : 'Start by adding your first user'
            }
            action={!searching && add}
          />
        )}
      />
      {adding && <AddUser onClose={() => setAdding(false)} />}
    </>
  )
}

/** With an accounts service, people are added there. */
function AddButton({ onClick }: { onClick: () => void }) {
  const { data: config } = useRead(settings.config, undefined, { fixed: true })
  const icon = <IconPlus size={17} aria-hidden />
  if (config?.accounts_url) {
    return (
      <Button component="a" href={`${config.accounts_url}/users`} leftSection={icon}>
        Add User
      </Button>
    )
  }
  return (
    <Button leftSection={icon} onClick={onClick}>
      Add User
    </Button>
  )
}

function Actions({ user }: { user: User }) {
  const may = useMay()
  return (
    <span className={classes.actions}>
      {may('edit users') && user.role !== 'employee' && (
        <RowLink to={`/user/${user.id}`} icon={IconPencil} label={`Edit ${fullName(user)}`}>
          Edit
        </RowLink>
      )}
      {may('create users') && user.status === 'invited' && <Resend user={user} />}
    </span>
  )
}

function Resend({ user }: { user: User }) {
  const reinvite = useWrite(users.reinvite)
  async function send() {
    try {
      await reinvite.run({ params: { id: user.id } })
      toast('success', 'Invitation sent')
    } catch {
      // Told already.
    }
  }
  return (
    <RowButton
      icon={IconMailForward}
      label={`Resend invitation to ${fullName(user)}`}
      busy={reinvite.busy}
      onClick={send}
    />
  )
}

const roleOptions = staffRoles.map((role) => ({ value: role, label: words(role) }))

function AddUser({ onClose }: { onClose: () => void }) {
  return (
    <FormModal
      endpoint={users.invite}
      title="Add User"
      action="Send Invitation"
      initial={{ first_name: '', last_name: '', email: '', phone: '', role: 'user' }}
      done="Invitation sent"
      onClose={onClose}
    >
      {(form) => (
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
      )}
    </FormModal>
  )
}
