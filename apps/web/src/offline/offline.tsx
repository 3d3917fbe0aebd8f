import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import type { HomeCard, OwnPay } from '@mshahara/contract/dashboard'
import { leaveTypeIn } from '@mshahara/contract/leave-names'
import { monthFrom } from '@mshahara/contract/months'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { dateTime, ksh } from '../lib/format.ts'
import { keptOwner } from '../lib/kept.ts'
import { useTexts } from '../lib/language.tsx'
import { monthName } from '../lib/months.ts'
import { spoken } from '../lib/spoken.ts'
import { Card } from '../ui/card.tsx'
import { Empty } from '../ui/empty.tsx'
import { IconCloudOff } from '../ui/icons.ts'
import { Panel } from '../ui/panel.tsx'
import { Paper } from '../ui/paper.tsx'
import type { KeptLeave, KeptLoan, KeptPayslip } from './kept-records.ts'
import classes from './offline.module.css'
import { PinField } from './pin-field.tsx'
import { offlineTexts } from './texts.ts'
import { openVault, type Read } from './vault.ts'

/** As long as a session without anybody there. */
const locksAfter_ms = 300_000

/** The start page without a network, and what was kept, behind its PIN. */
export default function Offline() {
  const t = useTexts(offlineTexts)
  const [records, setRecords] = useState<Read[] | null>(null)
  const [ended, setEnded] = useState<string | null>(null)
  useEffect(() => {
    if (!records) return
    const timer = setTimeout(() => setRecords(null), locksAfter_ms)
    // Signed out or deleted in another tab: it is gone here too.
    const onWiped = () => keptOwner() ?? setRecords(null)
    addEventListener('storage', onWiped)
    return () => {
      clearTimeout(timer)
      removeEventListener('storage', onWiped)
    }
  }, [records])
  if (records) return <Opened records={records} onLock={() => setRecords(null)} />
  if (ended || !keptOwner()) return <NothingKept text={ended ?? t.nothingText} />
  return <Locked onOpen={setRecords} onEnd={setEnded} />
}

const Ways = () => {
  const t = useTexts(offlineTexts)
  return (
    <Group justify="center">
      <Button variant="default" onClick={() => location.assign('/dashboard')}>
        {t.again}
      </Button>
    </Group>
  )
}

const NothingKept = ({ text }: { text: string }) => {
  const t = useTexts(offlineTexts)
  return (
    <Panel title={t.title}>
      <Empty icon={IconCloudOff} title={t.nothing} text={text} />
      <Ways />
    </Panel>
  )
}

interface LockedProps {
  onOpen: (records: Read[]) => void
  onEnd: (why: string) => void
}

function Locked({ onOpen, onEnd }: LockedProps) {
  const t = useTexts(offlineTexts)
  const [pin, setPin] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  async function open(event: FormEvent) {
    event.preventDefault()
    if (pin.length < 6) return setError(t.mustBeSix)
    setBusy(true)
    const opening = await openVault(pin)
    setBusy(false)
    setPin('')
    if (opening.is === 'open') return onOpen(opening.records)
    if (opening.is === 'wrong') return setError(t.wrong({ left: opening.left }))
    const ends = { tries: t.wipedTries, age: t.wipedAge, nothing: t.nothingText }
    onEnd(ends[opening.why])
  }
  return (
    <Panel title={t.title} text={t.locked}>
      <form onSubmit={(event) => void open(event)} noValidate>
        <Stack>
          <PinField label={t.pin} value={pin} error={error} onChange={setPin} autoFocus />
          <Button type="submit" size="md" loading={busy} fullWidth>
            {t.open}
          </Button>
        </Stack>
      </form>
      <Ways />
    </Panel>
  )
}

const named = (records: Read[], name: string) => records.find((record) => record.name === name)

function Opened({ records, onLock }: { records: Read[]; onLock: () => void }) {
  const t = useTexts(offlineTexts)
  const [shown, setShown] = useState<KeptPayslip | null>(null)
  const newest = Math.max(0, ...records.map(({ saved_at }) => saved_at))
  const slips = records
    .filter(({ name }) => name.startsWith('payslip '))
    .map(({ value }) => value as KeptPayslip)
    .sort((a, b) => monthOf(b).localeCompare(monthOf(a)))
  const title = shown && t.payslipOf({ month: monthName(monthOf(shown)) })
  return (
    <Panel title={t.title} width={720}>
      <div className={classes.banner} role="status">
        <IconCloudOff size={18} aria-hidden />
        <span>{t.banner({ when: dateTime(new Date(newest).toISOString()) })}</span>
        <Button size="xs" variant="default" onClick={onLock}>
          {t.lock}
        </Button>
      </div>
      <HomeOf record={named(records, 'home')} />
      <Card title={t.payslips}>
        <Lines none={slips.length === 0}>
          {slips.map((slip) => (
            <li key={slip.id}>
              <Anchor component="button" type="button" onClick={() => setShown(slip)}>
                {monthName(monthOf(slip))}
              </Anchor>
            </li>
          ))}
        </Lines>
      </Card>
      {shown && title && <Paper html={shown.html} title={title} />}
      <Leave record={named(records, 'leave')} />
      <Loans record={named(records, 'loans')} />
    </Panel>
  )
}

const monthOf = ({ month, year }: KeptPayslip) => monthFrom(month, year)

function Lines({ none, children }: { none: boolean; children: ReactNode }) {
  const { noneSeen } = useTexts(offlineTexts)
  if (none) return <Text c="dimmed">{noneSeen}</Text>
  return <ul className={classes.lines}>{children}</ul>
}

function HomeOf({ record }: { record: Read | undefined }) {
  const t = useTexts(offlineTexts)
  const { pay } = (record?.value ?? { pay: null }) as { pay: OwnPay | null; cards: HomeCard[] }
  if (!pay) return null
  return (
    <section className="card" aria-label={t.netOf({ month: monthName(pay.month) })}>
      <div className="card-body">
        <Text size="sm" c="dimmed">
          {t.netOf({ month: monthName(pay.month) })}
        </Text>
        <p className={`figures ${classes.net}`}>{ksh(pay.net)}</p>
      </div>
    </section>
  )
}

/** "Annual Leave 2026", as it was kept, in the language of the screen. */
const typeAndYear = (kept: string) => {
  const [, name = kept, year = ''] = /^(.*?)( \d{4})?$/.exec(kept) ?? []
  return `${leaveTypeIn(name, spoken())}${year}`
}

function Leave({ record }: { record: Read | undefined }) {
  const t = useTexts(offlineTexts)
  const balances = (record?.value ?? []) as KeptLeave[]
  return (
    <Card title={t.leave}>
      <Lines none={balances.length === 0}>
        {balances.map(({ name, remaining, entitled_days }) => (
          <li key={name}>
            <span>{typeAndYear(name)}</span>
            <span>{t.left({ left: remaining, of: entitled_days })}</span>
          </li>
        ))}
      </Lines>
    </Card>
  )
}

function Loans({ record }: { record: Read | undefined }) {
  const t = useTexts(offlineTexts)
  const owed = (record?.value ?? []) as KeptLoan[]
  return (
    <Card title={t.loans}>
      <Lines none={owed.length === 0}>
        {owed.map(({ id, product, outstanding }) => (
          <li key={id}>
            <span>{product}</span>
            <span className="figures">{t.owed({ amount: ksh(outstanding) })}</span>
          </li>
        ))}
      </Lines>
    </Card>
  )
}
