import { Button } from '@mantine/core'
import { organizations } from '@mshahara/contract/organizations'
import { isUnlimited, type Subscription, subscriptions } from '@mshahara/contract/subscriptions'
import { users } from '@mshahara/contract/users'
import { Link } from '@tanstack/react-router'
import { useRead } from '../lib/api.ts'
import { fullName } from '../lib/format.ts'
import { useMay, useProfile } from '../lib/session.ts'
import { Empty } from '../ui/empty.tsx'
import { IconUsersGroup } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { Waiting } from '../ui/waiting.tsx'

/** Until plans can be bought here: how far the subscription reaches, and whom to ask for more. */
export default function Upgrade() {
  const { data: subscription } = useRead(subscriptions.current)
  const ask = useWhomToAsk()
  return (
    <Page title="Subscription Plan">
      <div className="card">
        {subscription ? (
          <Empty
            icon={IconUsersGroup}
            title={reachOf(subscription)}
            text={ask}
            action={
              <Button component={Link} to="/employees" variant="default">
                All Employees
              </Button>
            }
          />
        ) : (
          <Waiting />
        )}
      </div>
    </Page>
  )
}

function reachOf({ employees, employee_count }: Subscription) {
  if (isUnlimited(employees)) return 'Your subscription sets no limit on employees.'
  return `Your subscription allows ${employees} employees. You have ${employee_count}.`
}

function useWhomToAsk() {
  const { role } = useProfile()
  const may = useMay()
  const { data: organization } = useRead(organizations.get)
  const { data: people } = useRead(users.list, undefined, { enabled: may(users.list) })
  const primaries = people?.filter(
    ({ role: held, status }) => held === 'primary' && status === 'active',
  )
  const names = primaries?.map((person) => `${fullName(person)} (${person.email})`).join(' or ')
  const name = organization?.name ?? 'your organization'
  if (role === 'super-admin') return `To add more people, move ${name} to a larger package.`
  if (role === 'primary') {
    return `To add more people, please ask the operator of Mshahara to move ${name} to a larger package.`
  }
  return `To add more people, please ask the primary user of ${name}${names ? `: ${names}` : ''}.`
}
