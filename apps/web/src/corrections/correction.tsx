import { Button, Stack, Text } from '@mantine/core'
import { type CorrectionDetails, corrections } from '@mshahara/contract/corrections'
import { type Payroll, payrolls } from '@mshahara/contract/payroll'
import { allows } from '@mshahara/contract/run-states'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRead } from '../lib/api.ts'
import { type Form, useCallForm } from '../lib/form.ts'
import { useParam } from '../lib/param.ts'
import { useMay } from '../lib/session.ts'
import { Card } from '../ui/card.tsx'
import { MissingPayroll } from '../ui/missing-payroll.tsx'
import { Page } from '../ui/page.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { Fields } from './fields.tsx'
import { LinesTable } from './lines-table.tsx'
import { isChanged, type Values, valuesOf } from './values.ts'
import { Actions, useWorkedOut, WorkedOut } from './worked-out.tsx'

/** What a correction says, line by line: changed while it is a draft, and looked at afterwards. */
export default function Correction() {
  const id = useParam('id')
  const { data: run } = useRead(payrolls.get, { params: { id }, query: { limit: 1 } })
  const { data, isPending } = useRead(corrections.get, { params: { id } })
  return (
    <Page
      title="Lines of Correction"
      tab={run ? `Lines of ${run.code}` : 'Lines of Correction'}
      subtitle={
        data && run
          ? `${run.code}: ${data.employee.name}, ${data.month} ${data.year}, corrects ${data.code}`
          : ' '
      }
      back={{ label: 'Back to the payroll', to: `/payroll/${id}` }}
      actions={
        <Button component={Link} to={`/payroll/${id}`} variant="default">
          Check and Confirm
        </Button>
      }
    >
      {isPending && <Waiting />}
      {!isPending && !data && <MissingPayroll />}
      {run && data && <Body run={run} of={data} />}
    </Page>
  )
}

function Body({ run, of }: { run: Payroll; of: CorrectionDetails }) {
  const may = useMay()
  if (allows(run, 'change') && may(corrections.save)) return <Sheet key={of.id} of={of} />
  return (
    <Stack gap="lg">
      <Card title="What was paid, and what should have been">
        <LinesTable paid={of.lines} lines={of.lines} />
      </Card>
      <Card title="Why">
        <Text size="sm">{of.reason}</Text>
      </Card>
    </Stack>
  )
}

function Sheet({ of }: { of: CorrectionDetails }) {
  const navigate = useNavigate()
  const { form, submit, busy } = useCallForm<typeof corrections.save, Values>({
    endpoint: corrections.save,
    params: { id: of.id },
    initial: valuesOf(of.lines, of.reason),
    long: true,
    done: 'Correction saved successfully',
    onDone: () => navigate({ to: `/payroll/${of.id}` }),
  })
  const worked = useWorkedOut(of.payslip_id, form.values)
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <Fields paid={of.lines} left_out={of.left_out} form={form as Form<Values>} />
        <WorkedOut of={worked} changed={isChanged(of.lines, form.values)} />
        <Actions label="Save Correction" busy={busy} ready={worked.result !== null} />
      </Stack>
    </form>
  )
}
