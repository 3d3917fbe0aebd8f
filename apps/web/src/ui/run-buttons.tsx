import { Button } from '@mantine/core'
import type { casualPayrolls } from '@mshahara/contract/casual-payroll'
import type { payrolls } from '@mshahara/contract/payroll'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { askToDelete, useAct } from './act.ts'
import { IconCircleCheck, IconTrash } from './icons.ts'

/** What employees' and casuals' payrolls have in common: both are deleted and confirmed alike. */

interface Deleting {
  endpoint: typeof payrolls.remove | typeof casualPayrolls.remove
  id: string
  /** The list of the others. */
  to: string
  children: string
}

export function DeleteRun({ endpoint, id, to, children }: Deleting) {
  const navigate = useNavigate()
  const remove = useAct(endpoint, {
    ask: askToDelete('Payroll'),
    notice: 'Payroll deleted successfully',
  })
  async function run() {
    if (await remove.run({ params: { id } })) await navigate({ to })
  }
  return (
    <Button
      variant="default"
      c="var(--mantine-color-error)"
      leftSection={<IconTrash size={16} aria-hidden />}
      loading={remove.busy}
      onClick={run}
    >
      {children}
    </Button>
  )
}

interface Confirming {
  endpoint: typeof payrolls.confirm | typeof casualPayrolls.confirm
  id: string
  /** Somebody else has to agree to it first (B29). */
  second: boolean
  /** What is seen before it is agreed to: nobody confirms before it is there. */
  details: ReactNode
  loading?: boolean
  children: string
}

export const askSecond =
  'Do you want to ask a second person to confirm this payroll, as it stands now?'

export function ConfirmRun({ endpoint, id, second, details, loading, children }: Confirming) {
  const confirm = useAct(endpoint, {
    ask: {
      title: second ? 'Submit for Approval' : 'Confirm Payroll',
      text: second ? askSecond : 'Do you want to confirm this payroll?',
      details,
      action: second ? 'Submit' : 'Confirm',
    },
    notice: 'Payroll confirmed successfully',
  })
  /** What is next stands at the head of the page. */
  async function run() {
    if (!(await confirm.run({ params: { id } }))) return
    scrollTo({ top: 0 })
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <Button
      leftSection={<IconCircleCheck size={17} aria-hidden />}
      loading={confirm.busy || loading}
      onClick={() => void run()}
    >
      {children}
    </Button>
  )
}

interface Ticking {
  dialog: (close: () => void) => ReactNode
  children: string
}

/** Confirms in a dialog of its own, where more than a yes is asked for. */
export function ConfirmInDialog({ dialog, children }: Ticking) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button leftSection={<IconCircleCheck size={17} aria-hidden />} onClick={() => setOpen(true)}>
        {children}
      </Button>
      {isOpen && dialog(() => setOpen(false))}
    </>
  )
}
