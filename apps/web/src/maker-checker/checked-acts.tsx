import { Button, Group, Select, Stack, Switch, Text } from '@mantine/core'
import {
  type CheckedAct,
  type MakerCheckerSettings,
  makerChecker,
} from '@mshahara/contract/maker-checker'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { useMay, useProfile } from '../lib/session.ts'
import { useAct } from '../ui/act.ts'
import { Card } from '../ui/card.tsx'
import { noteBelow } from '../ui/fields.tsx'
import { Money } from '../ui/money.tsx'
import { CheckerChanges } from './changes.tsx'

const choices = [
  { value: 'null', label: 'When more than one person may approve payrolls' },
  { value: 'true', label: 'Always' },
  { value: 'false', label: 'Never' },
]

const switched = [
  { act: 'reversal', label: 'Reversing payrolls' },
  { act: 'salary', label: "Changing an employee's salary" },
  { act: 'payee', label: "Changing an employee's bank account or M-PESA number" },
  { act: 'joining', label: 'Adding people to be paid, and paying them again or for longer' },
] as const

/** Which acts need a second pair of eyes (B29). Kept at once, after a question. */
export default function CheckedActs() {
  const may = useMay()
  const { role } = useProfile()
  const mine = may(makerChecker.changeSettings) && role !== 'super-admin'
  const { data } = useRead(makerChecker.settings, undefined, {
    enabled: may(makerChecker.settings),
  })
  const save = useAct(makerChecker.changeSettings, {
    ask: {
      title: 'Second Person',
      text: 'Do you want to change what needs a second person? Loosening a rule takes effect once somebody else agrees, or after 24 hours, and everyone concerned is notified.',
      action: 'Change',
    },
    notice: 'Saved successfully',
  })
  if (!data || !(mine || role === 'super-admin')) return null
  return (
    <Card title="Second person">
      <Stack gap="md">
        <Text size="sm">
          One person requests it; another reviews what it would do, and agrees. Nobody can agree to
          their own request.
        </Text>
        <CheckerChanges of={data.coming} />
        <Select
          maw={520}
          label="Confirming payrolls"
          description={nowOf(data, 'confirming')}
          {...noteBelow}
          data={choices}
          value={String(data.confirming)}
          disabled={save.busy || !mine}
          onChange={(value) =>
            value !== String(data.confirming) &&
            void save.run({ body: { confirming: value === 'null' ? null : value === 'true' } })
          }
        />
        {switched.map(({ act, label }) => (
          <Switch
            key={act}
            label={label}
            description={nowOf(data, act)}
            checked={data[act]}
            disabled={save.busy || !mine}
            onChange={({ currentTarget }) =>
              void save.run({ body: { [act]: currentTarget.checked } })
            }
          />
        ))}
        <ItemsAbove
          key={data.items_above}
          {...{ data, busy: save.busy || !mine }}
          onSave={(items_above) => void save.run({ body: { items_above } })}
        />
      </Stack>
    </Card>
  )
}

interface ItemsProps {
  data: MakerCheckerSettings
  busy: boolean
  onSave: (amount: number | string | null) => void
}

/** Pay items, from an amount on: no amount asks for nobody. */
function ItemsAbove({ data, busy, onSave }: ItemsProps) {
  const [amount, setAmount] = useState<number | string>(data.items_above ?? '')
  const wanted = amount === '' ? null : amount
  return (
    <Group align="flex-end" gap="sm">
      <Money
        maw={520}
        {...noteBelow}
        label="Pay items above"
        description={`What is added to one person's pay in a month, or no longer deducted. Leave it empty to ask nobody. ${nowOf(data, 'items')}`}
        value={amount}
        disabled={busy}
        onChange={setAmount}
      />
      {wanted !== data.items_above && (
        <Button disabled={busy || Number.isNaN(Number(amount))} onClick={() => onSave(wanted)}>
          Save Amount
        </Button>
      )}
    </Group>
  )
}

/** What the choice comes to now. */
function nowOf({ acts }: MakerCheckerSettings, act: CheckedAct): string {
  const { needed = false, checkers = 0 } = acts.find((one) => one.act === act) ?? {}
  const may = checkers === 1 ? '1 person may do this' : `${checkers} people may do this`
  if (!needed) return `${may}, and no second person is needed.`
  if (checkers < 2)
    return `Only ${may}, so nobody could approve it. Give the right to somebody else.`
  return `${may}. What one of them requests, another must approve.`
}
