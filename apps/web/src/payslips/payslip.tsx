import { Button, Center, Loader } from '@mantine/core'
import { monthFrom } from '@mshahara/contract/months'
import { type PaidOut, payslips, type Payslip as Slip } from '@mshahara/contract/payslips'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../lib/api.ts'
import { date, wholeName } from '../lib/format.ts'
import { type InOne, useTexts } from '../lib/language.tsx'
import { monthName } from '../lib/months.ts'
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
import { payslipTexts } from './texts.ts'

const Working = lazy(() => import('./working.tsx'))

export default function Payslip() {
  const id = useParam('id')
  const { data: slip } = useRead(payslips.get, { params: { id } })
  const name = slip ? wholeName(slip.employee) : ''
  const month = slip ? monthName(monthFrom(slip.payroll.month, Number(slip.payroll.year))) : ''
  const period = [slip?.payroll.title, month].filter(Boolean).join(', ')
  const t = useTexts(payslipTexts)
  return (
    <Page
      title={t.one}
      tab={slip ? t.tab({ month: period, name }) : t.one}
      subtitle={
        slip ? (
          <>
            {`${name}, ${period}`}
            {slip.paid && <div>{paidOut(t, slip.paid)}</div>}
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
      <Body id={id} title={t.of({ name })} />
    </Page>
  )
}

/** "Paid on 28 February, 2026, reference UKF3H2J1K9". */
const paidOut = (t: InOne<typeof payslipTexts>, { at, reference }: PaidOut) =>
  t.paidOn({ day: date(at) }) + (reference ? t.reference({ number: reference }) : '')

function Body({ id, title }: { id: string; title: string }) {
  const t = useTexts(payslipTexts)
  const { data, isPending, isError, refetch } = useRead(payslips.html, { params: { id } })
  if (isPending) {
    return (
      <Center py={120}>
        <Loader aria-label={t.loading} />
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
          title={t.failed}
          action={<Button onClick={() => void refetch()}>{t.retry}</Button>}
        />
      ) : (
        <Empty icon={IconFileTypePdf} title={t.missing} text={t.missingText} />
      )}
    </div>
  )
}

/** Every figure with its rule, its source and its arithmetic. */
function Explain({ slip }: { slip: Slip }) {
  const [open, setOpen] = useState(false)
  const t = useTexts(payslipTexts)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconInfoCircle size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t.explain}
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
  const t = useTexts(payslipTexts)
  const generate = useAct(payslips.generate)
  const email = useAct(payslips.email, { notice: t.emailed })
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
        {t.download}
      </Button>
      <Button
        variant="default"
        leftSection={<IconMailForward size={16} aria-hidden />}
        loading={email.busy}
        onClick={() => email.run(call)}
      >
        {t.email}
      </Button>
    </>
  )
}
