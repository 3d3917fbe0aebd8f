import { Select } from '@mantine/core'
import type { PayoutSettings } from '@mshahara/contract/payer-changes'
import { payouts } from '@mshahara/contract/payouts'
import { useRead } from '../lib/api.ts'
import { useMay, useProfile } from '../lib/session.ts'
import { useAct } from '../ui/act.ts'
import { noteBelow } from '../ui/fields.tsx'
import classes from './payouts.module.css'
import { people } from './people.ts'

const choices = [
  { value: 'null', label: 'When more than one person may pay' },
  { value: 'true', label: 'Always' },
  { value: 'false', label: 'Never' },
]

/** Whether somebody else has to agree before money leaves (C14). Kept at once, after a question. */
export default function SecondPerson() {
  const may = useMay()
  const { role } = useProfile()
  const mine = may(payouts.changeSettings)
  const enabled = mine || role === 'super-admin'
  const { data } = useRead(payouts.settings, undefined, { enabled })
  const save = useAct(payouts.changeSettings, {
    ask: {
      title: 'Payouts and the Second Person',
      text: 'Do you want to change who has to agree before payments are sent? Everybody who may pay is notified.',
      action: 'Change',
    },
    notice: 'Payroll settings updated successfully',
  })
  if (!data) return null
  return (
    <div className={classes.setting}>
      <Select
        maw={520}
        label="Payouts need a second person"
        description={mine ? nowOf(data) : `${nowOf(data)} ${insidersOnly}`}
        {...noteBelow}
        data={choices}
        value={String(data.second_person)}
        disabled={save.busy || !mine}
        onChange={(value) =>
          value !== String(data.second_person) &&
          void save.run({ body: { second_person: value === 'null' ? null : value === 'true' } })
        }
      />
    </div>
  )
}

const insidersOnly = 'Only the organization’s own staff can change this.'

/** What the choice comes to now. */
export function nowOf({ needed, holders }: PayoutSettings): string {
  const may = `${people(holders)} may pay`
  if (!needed) return `${may}, and payments are sent at once.`
  if (holders < 2)
    return `Only ${may}, so nobody could approve. Give the permission to somebody else.`
  return `${may}. What one of them requests, another must approve.`
}
