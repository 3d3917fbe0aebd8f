import { Button, Checkbox, Group, Stack, Text, Title, Tooltip } from '@mantine/core'
import type { Permission } from '@mshahara/contract/permissions'
import { users } from '@mshahara/contract/users'
import { useEffect, useMemo, useRef, useState } from 'react'
import { words } from '../lib/format.ts'
import { useAct } from '../ui/act.ts'
import { Tag } from '../ui/status.tsx'
import {
  type Choice,
  changeRole,
  choiceOf,
  differences,
  type RoleInfo,
  toggle,
} from './permission-choice.ts'
import classes from './user.module.css'
import type { Details } from './user-form.tsx'

interface PermissionInfo {
  name: Permission
  display_name: string
  category: string
}
interface Props {
  user: Details
  /** The role chosen in the form above, saved or not. */
  role: string | null
  roles: RoleInfo[]
  permissions: PermissionInfo[]
}

const lockedHint = "This permission is included in the user's role and cannot be modified"

export function UserPermissions({ user, role, roles, permissions }: Props) {
  const held = user.permissionNames
  const [choice, setChoice] = useState(() => choiceOf(held, user.role, roles))
  const lastRole = useRef(role)
  useEffect(() => {
    if (lastRole.current === role) return
    lastRole.current = role
    setChoice((now) =>
      role === user.role ? choiceOf(held, role, roles) : changeRole(now, role, roles),
    )
  }, [role, roles, held, user.role])
  const update = useAct(users.updatePermissions, { notice: 'Permissions updated successfully' })
  const change = differences(held, choice)
  const unchanged = change.added.length === 0 && change.removed.length === 0
  return (
    <section className="card" aria-labelledby="user-permissions">
      <Stack p="var(--card-pad)">
        <Title order={2} id="user-permissions">
          User Permissions
        </Title>
        {choice.locked.size > 0 && role && (
          <Text size="sm" c="dimmed">
            Note: Permissions marked with {words(role)} are included in the user's role and cannot
            be modified individually. To change these permissions, you need to assign a different
            role to the user.
          </Text>
        )}
        <Groups
          permissions={permissions}
          choice={choice}
          role={role}
          disabled={!user.may.edit}
          onToggle={(name) => setChoice(toggle(choice, name))}
        />
        <Group justify="flex-end">
          {role !== user.role && (
            <Text size="sm" c="dimmed">
              Save the new role with “Update User” first.
            </Text>
          )}
          <Button
            onClick={() => update.run({ body: { user_id: user.id, ...change } })}
            loading={update.busy}
            disabled={!user.may.edit || unchanged || role !== user.role}
          >
            Update Permissions
          </Button>
        </Group>
      </Stack>
    </section>
  )
}

function byCategory(permissions: PermissionInfo[]) {
  const found = new Map<string, PermissionInfo[]>()
  for (const permission of permissions) {
    const category = permission.category || 'Other'
    found.set(category, [...(found.get(category) ?? []), permission])
  }
  return found
}

interface GroupsProps {
  permissions: PermissionInfo[]
  choice: Choice
  role: string | null
  disabled: boolean
  onToggle: (name: Permission) => void
}

function Groups({ permissions, choice, role, disabled, onToggle }: GroupsProps) {
  const groups = useMemo(() => byCategory(permissions), [permissions])
  return (
    <div className={classes.groups}>
      {[...groups].map(([category, members]) => (
        <fieldset key={category} className={classes.group}>
          <legend>{category}</legend>
          <ul>
            {members.map(({ name, display_name }) => (
              <li key={name}>
                {choice.locked.has(name) ? (
                  <Locked label={display_name} role={role ?? ''} />
                ) : (
                  <Checkbox
                    label={display_name}
                    checked={choice.chosen.has(name)}
                    disabled={disabled}
                    onChange={() => onToggle(name)}
                  />
                )}
              </li>
            ))}
          </ul>
        </fieldset>
      ))}
    </div>
  )
}

function Locked({ label, role }: { label: string; role: string }) {
  return (
    <Tooltip label={lockedHint}>
      <div className={classes.locked}>
        <Checkbox label={label} checked disabled readOnly />
        <Tag>{words(role)}</Tag>
      </div>
    </Tooltip>
  )
}
