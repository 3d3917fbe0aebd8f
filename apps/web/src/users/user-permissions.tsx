import { Button, Checkbox, Group, Stack, Text, Title, Tooltip } from '@mantine/core'
import type { Permission } from '@mshahara/contract/permissions'
import { users } from '@mshahara/contract/users'
import { useMemo, useState } from 'react'
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

export interface PermissionInfo {
  name: Permission
  display_name: string
  category: string
  grantable: boolean
}
interface Props {
  user: Details
  /** The role chosen in the form above, saved or not. */
  role: string | null
  permissions: PermissionInfo[]
  choice: Choice
  change: ReturnType<typeof differences>
  unchanged: boolean
  onChoice: (choice: Choice) => void
}

const lockedHint = "This permission is included in the user's role and cannot be modified"

const lackingNote =
  'Permissions in grey without a mark are ones you do not hold yourself, so you cannot grant them.'
const lackingHint = 'You do not hold this permission yourself, so you cannot grant it'

/** What is ticked; starts again with another role, and with what was saved. */
export function useChoice(user: Details, role: string | null, roles: RoleInfo[]) {
  const held = user.permissionNames
  const same = role === user.role
  const [choice, setChoice] = useState(() => choiceOf(held, user.role, roles))
  const basis = `${role} ${held.join()}`
  const [basedOn, setBasedOn] = useState(basis)
  if (basedOn !== basis) {
    setBasedOn(basis)
    setChoice(same ? choiceOf(held, role, roles) : changeRole(choice, role, roles))
  }
  const change = differences(same ? held : [...choice.locked], choice)
  const unchanged = change.added.length === 0 && change.removed.length === 0
  return { choice, setChoice, change, unchanged }
}

export function UserPermissions(props: Props) {
  const { user, role, permissions, choice, change, unchanged, onChoice } = props
  const update = useAct(users.updatePermissions, { notice: 'Permissions updated successfully' })
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
        {user.may.edit && permissions.some(({ grantable }) => !grantable) && (
          <Text size="sm" c="dimmed">
            {lackingNote}
          </Text>
        )}
        <Groups
          permissions={permissions}
          choice={choice}
          role={role}
          disabled={!user.may.edit}
          onToggle={(name) => onChoice(toggle(choice, name))}
        />
        <Group justify="flex-end">
          {role !== user.role && (
            <Text size="sm" c="dimmed">
              Saved together with the new role by “Update User”.
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
            {members.map(({ name, display_name, grantable }) => (
              <li key={name}>
                {choice.locked.has(name) ? (
                  <Locked label={display_name} role={role ?? ''} />
                ) : (
                  <Tooltip label={lackingHint} disabled={grantable || disabled}>
                    <div className={classes.choice}>
                      <Checkbox
                        label={display_name}
                        checked={choice.chosen.has(name)}
                        disabled={disabled || !grantable}
                        onChange={() => onToggle(name)}
                      />
                    </div>
                  </Tooltip>
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
