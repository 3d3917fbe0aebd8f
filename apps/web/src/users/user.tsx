import { Button } from '@mantine/core'
import { users } from '@mshahara/contract/users'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useRead } from '../lib/api.ts'
import { fullName } from '../lib/format.ts'
import { useParam } from '../lib/param.ts'
import { ResetCard } from '../second-factor/index.ts'
import { Empty } from '../ui/empty.tsx'
import { IconUserOff } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { Waiting } from '../ui/waiting.tsx'
import type { RoleInfo } from './permission-choice.ts'
import classes from './user.module.css'
import { type Details, UserForm } from './user-form.tsx'
import { type PermissionInfo, UserPermissions, useChoice } from './user-permissions.tsx'

const back = { label: 'Back to Users', to: '/users' }

export default function EditUser() {
  const id = useParam('id')
  const { data: user, isPending, isError, refetch } = useRead(users.get, { params: { id } })
  const { data: roles } = useRead(users.roles)
  const { data: permissions } = useRead(users.permissions)
  return (
    <Page
      title="Edit User"
      tab={user ? `Edit ${fullName(user)}` : 'Edit User'}
      subtitle={user ? fullName(user) : ' '}
      back={back}
    >
      {isPending && <Waiting />}
      {!isPending && !user && <Missing failed={isError} onRetry={() => void refetch()} />}
      {user && roles && permissions && (
        <>
          <Editor key={user.id} user={user} roles={roles} permissions={permissions} />
          {user.status === 'active' && (
            <Suspense fallback={null}>
              <ResetCard id={user.id} name={fullName(user)} />
            </Suspense>
          )}
        </>
      )}
    </Page>
  )
}

interface EditorProps {
  user: Details
  roles: RoleInfo[]
  permissions: PermissionInfo[]
}

/** Both cards are one form: what is ticked is saved with the rest. */
function Editor({ user, roles, permissions }: EditorProps) {
  const [role, setRole] = useState<string | null>(user.role)
  const { choice, setChoice, change, unchanged } = useChoice(user, role, roles)
  return (
    <div className={classes.columns}>
      <UserForm
        user={user}
        roles={roles}
        onRole={setRole}
        permissions={unchanged ? undefined : change}
      />
      <UserPermissions
        {...{ user, role, permissions, choice, change, unchanged }}
        onChoice={setChoice}
      />
    </div>
  )
}

function Missing({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  return (
    <div className="card">
      <Empty
        icon={IconUserOff}
        title={failed ? 'This user could not be loaded' : 'This user does not exist'}
        text={failed ? 'Please try again.' : 'They may belong to another organization.'}
        action={
          failed ? (
            <Button variant="default" onClick={onRetry}>
              Retry
            </Button>
          ) : (
            <Button component={Link} to="/users" variant="default">
              Back to Users
            </Button>
          )
        }
      />
    </div>
  )
}
