import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { words } from '../lib/format.ts'
import { useLaterWords } from '../lib/language.tsx'
import {
  IconCircleCheck,
  IconCircleDashed,
  IconCircleMinus,
  IconCirclePause,
  IconCirclePlus,
  IconCircleX,
  IconClock,
  IconHelpCircle,
  IconHistory,
  IconLogin2,
  IconLogout,
  IconPencil,
  IconProgress,
  IconTrash,
  IconUserOff,
} from './icons.ts'
import classes from './status.module.css'
import { uiTexts } from './texts.ts'

type Tone = 'green' | 'red' | 'amber' | 'blue' | 'gray'

const known: Record<string, [Tone, Icon]> = {
  active: ['green', IconCircleCheck],
  inactive: ['red', IconCircleMinus],
  suspended: ['amber', IconCirclePause],
  terminated: ['gray', IconUserOff],
  deactivated: ['red', IconCircleMinus],
  invited: ['gray', IconClock],
  draft: ['amber', IconPencil],
  confirmed: ['green', IconCircleCheck],
  reversed: ['gray', IconHistory],
  withdrawn: ['gray', IconCircleMinus],
  pending: ['amber', IconClock],
  approved: ['green', IconCircleCheck],
  rejected: ['red', IconCircleX],
  settled: ['green', IconCircleCheck],
  'written off': ['gray', IconCircleMinus],
  sent: ['green', IconCircleCheck],
  queued: ['gray', IconClock],
  failed: ['red', IconCircleX],
  uncertain: ['amber', IconHelpCircle],
  submitted: ['gray', IconClock],
  processing: ['blue', IconProgress],
  paid: ['green', IconCircleCheck],
  credited: ['green', IconCircleCheck],
  'not paid': ['gray', IconCircleMinus],
  closed: ['gray', IconCircleMinus],
  'passed on': ['gray', IconCircleMinus],
  review: ['amber', IconHelpCircle],
  open: ['blue', IconProgress],
  cancelled: ['gray', IconCircleMinus],
  expired: ['gray', IconClock],
  created: ['green', IconCirclePlus],
  updated: ['blue', IconPencil],
  deleted: ['red', IconTrash],
  login: ['green', IconLogin2],
  logout: ['gray', IconLogout],
  'failed login': ['amber', IconCircleX],
  'code shown': ['amber', IconCircleX],
  'second factor': ['blue', IconPencil],
  refused: ['amber', IconCircleX],
}

/** A state as icon and word, never as colour alone. */
export function Status({ value }: { value: string }) {
  const said = useLaterWords(uiTexts)
  const [tone, Icon] = known[value] ?? ['gray', IconCircleDashed]
  return (
    <span className={classes.pill} data-tone={tone}>
      <Icon size={14} aria-hidden />
      {said[value] ?? words(value)}
    </span>
  )
}

export function Tag({ tone = 'gray', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={classes.pill} data-tone={tone}>
      {children}
    </span>
  )
}
