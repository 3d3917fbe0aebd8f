import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import {
  type CorrectionGiven,
  type CorrectionPreview,
  corrections,
} from '@mshahara/contract/corrections'
import { useState } from 'react'
import { difference, ksh, signed } from '../lib/format.ts'
import { useAct } from '../ui/act.ts'
import { Card } from '../ui/card.tsx'
import { IconInfoCircle } from '../ui/icons.ts'
import classes from './corrections.module.css'
import type { Values } from './values.ts'

/** What a correction comes to, for the amounts it was asked for: others must be asked for again. */
export function useWorkedOut(payslip_id: string, values: Values) {
  const asked = JSON.stringify([values.lines, values.added])
  const [known, setKnown] = useState<{ asked: string; result: CorrectionPreview } | null>(null)
  const preview = useAct(corrections.preview)
  async function run() {
    const { lines, added } = values
    const body = { lines, added } as CorrectionGiven
    const result = await preview.run({ params: { id: payslip_id }, body })
    if (result) setKnown({ asked, result })
  }
  return {
    result: known?.asked === asked ? known.result : null,
    busy: preview.busy,
    run: () => void run(),
  }
}

interface Props {
  of: ReturnType<typeof useWorkedOut>
  changed: boolean
}

/** Before anything is kept. */
export function WorkedOut({ of, changed }: Props) {
  return (
    <Card title="What it comes to">
      {of.result ? (
        <Result result={of.result} />
      ) : (
        <Stack gap="sm" align="flex-start">
          <Text size="sm" c="dimmed">
            PAYE, NSSF, SHIF and Housing Levy are worked out on the whole month, less what its
            confirmed payslips deducted.
          </Text>
          <Button variant="default" loading={of.busy} disabled={!changed} onClick={of.run}>
            Work Out the Difference
          </Button>
        </Stack>
      )}
    </Card>
  )
}

function Result({ result }: { result: CorrectionPreview }) {
  const { gross, deductions, net, owed } = result
  const rows = [
    { name: 'Gross pay', amount: gross },
    ...deductions.map((line) => ({ ...line, amount: -line.amount })),
  ]
  return (
    <Stack gap="md">
      <dl className={classes.result}>
        {rows.map((row) => (
          <Row key={row.name} name={row.name} value={difference(row.amount) || '0.00'} />
        ))}
        <dt data-strong>To be paid</dt>
        <dd className="figures" data-strong>
          {signed(net)}
        </dd>
      </dl>
      {owed > 0 && (
        <Alert variant="light" color="yellow" icon={<IconInfoCircle size={18} aria-hidden />}>
          {`${ksh(owed)} was paid too much. The next payrolls take it, as far as a third of pay is left each month; after final dues it is a claim.`}
        </Alert>
      )}
    </Stack>
  )
}

const Row = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt>{name}</dt>
    <dd className="figures">{value}</dd>
  </>
)

export const Actions = ({
  label,
  busy,
  ready,
}: {
  label: string
  busy: boolean
  ready: boolean
}) => (
  <Group justify="flex-end" gap="sm">
    {!ready && (
      <Text size="sm" c="dimmed">
        Work out the difference first
      </Text>
    )}
    <Button type="submit" loading={busy} disabled={!ready}>
      {label}
    </Button>
  </Group>
)
