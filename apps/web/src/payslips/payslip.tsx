import { Button, Center, Loader } from '@mantine/core'
import { type PaidOut, payslips, type Payslip as Slip } from '@mshahara/contract/payslips'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../lib/api.ts'
import { date, wholeName } from '../lib/format.ts'
import { useParam } from '../lib/param.ts'
import { useAct } from '../ui/act.ts'
import { Empty } from '../ui/empty.tsx'
import {
  IconCloudOff,
  IconDownload,
  IconFileTypePdf,
  IconInfoCircle,
  IconMailForward,
} from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { Paper } from '../ui/paper.tsx'
import { openingTab } from './opening-tab.ts'

const Working = lazy(() => import('./working.tsx'))

export default function Payslip() {
  const id = useParam('id')
  const { data: slip } = useRead(payslips.get, { params: { id } })
  const name = slip ? wholeName(slip.employee) : ''
  const period = slip ? `${slip.payroll.month} ${slip.payroll.year}` : ''
  return (
    <Page
      title="Payslip"
      tab={slip ? `Payslip ${period}, ${name}` : 'Payslip'}
      subtitle={
        slip ? (
          <>
            {`${name}, ${period}`}
            {slip.paid && <div>{paidOut(slip.paid)}</div>}
          </>
        ) : (
          ' '
        )
      }
      actions={
        slip && (
          <>
            <Explain slip={slip} />
            {slip.payroll.status === 'confirmed' && <Actions slip={slip} />}
          </>
        )
      }
    >
      <Body id={id} title={`Payslip of ${name}`} />
    </Page>
  )
}

/** "Paid on 28 February, 2026, reference UKF3H2J1K9". */
const paidOut = ({ at, reference }: PaidOut) =>
  `Paid on ${date(at)}${reference ? `, reference ${reference}` : ''}`

function Body({ id, title }: { id: string; title: string }) {
  const { data, isPending, isError, refetch } = useRead(payslips.html, { params: { id } })
  if (isPending) {
    return (
      <Center py={120}>
        <Loader aria-label="Loading payslip" />
      </Center>
    )
  }
  if (data) return <Paper html={data.html} title={title} />
  return (
    <div className="card">
      {isError ? (
        <Empty
          icon={IconCloudOff}
          tone="red"
          title="The payslip could not be shown"
          action={<Button onClick={() => void refetch()}>Retry</Button>}
        />
      ) : (
        <Empty
          icon={IconFileTypePdf}
          title="Payslip not found"
          text="It may have been deleted, or it is not confirmed yet."
        />
      )}
    </div>
  )
}

/** Every figure with its rule, its source and its arithmetic. */
function Explain({ slip }: { slip: Slip }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconInfoCircle size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        How it was worked out
      </Button>
      {open && (
        <Suspense fallback={null}>
          <Working payslip={slip} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function Actions({ slip }: { slip: Slip }) {
  const call = { params: { id: slip.id } }
  const generate = useAct(payslips.generate)
  const email = useAct(payslips.email, { notice: 'Payslip sent to email successfully' })
  async function download() {
    const tab = openingTab()
    const made = await generate.run(call)
    if (made) tab.show(`/${made.file}`)
    else tab.close()
  }
  return (
    <>
      <Button
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={generate.busy}
        onClick={() => void download()}
      >
        Download
      </Button>
      <Button
        variant="default"
        leftSection={<IconMailForward size={16} aria-hidden />}
        loading={email.busy}
        onClick={() => email.run(call)}
      >
        Send to Email
      </Button>
    </>
  )
}
