import { Anchor, Button, Center, Loader } from '@mantine/core'
import { corrections } from '@mshahara/contract/corrections'
import { monthFrom } from '@mshahara/contract/months'
import { type PaidOut, payslips, type Payslip as Slip } from '@mshahara/contract/payslips'
import { titleSaid } from '@mshahara/contract/run-kinds'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useRead } from '../lib/api.ts'
import { date, wholeName } from '../lib/format.ts'
import { type InOne, useLanguage, useTexts } from '../lib/language.tsx'
import { monthName } from '../lib/months.ts'
import { useParam } from '../lib/param.ts'
import { useMay } from '../lib/session.ts'
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
  const language = useLanguage()
  const title = slip?.payroll.title
  const period = [title && titleSaid(title, language), month].filter(Boolean).join(', ')
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
            <Corrections slip={slip} />
          </>
        ) : (
          ' '
        )
      }
      actions={
        slip && (
          <>
            <Explain slip={slip} />
            <Correct slip={slip} />
            {slip.payroll.status === 'confirmed' && <Actions slip={slip} />}
          </>
        )
      }
    >
      <Body id={id} title={t.of({ name })} />
    </Page>
  )
}

/** Which payslip it corrects, and which correct it. */
function Corrections({ slip: { corrects, corrected_by } }: { slip: Slip }) {
  const t = useTexts(payslipTexts)
  const link = ({ payslip_id, code }: Slip['corrected_by'][number]) => (
    <Anchor key={payslip_id} component={Link} to={`/payslip/${payslip_id}`} inherit mr="xs">
      {code}
    </Anchor>
  )
  return (
    <>
      {corrects && (
        <div>
          {t.corrects} {link(corrects)}
        </div>
      )}
      {corrected_by.length > 0 && (
        <div>
          {t.correctedBy} {corrected_by.map(link)}
        </div>
      )}
    </>
  )
}

/** Of a correction it is the payslip it corrects that is corrected again. */
function Correct({ slip }: { slip: Slip }) {
  const t = useTexts(payslipTexts)
  const may = useMay()
  if (slip.payroll.status !== 'confirmed' || slip.corrects || !may(corrections.create)) return null
  return (
    <Button component={Link} to={`/correctPayslip/${slip.id}`} variant="default">
      {t.correct}
    </Button>
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
