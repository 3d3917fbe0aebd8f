import type { Proposal } from '@mshahara/contract/maker-checker'
import { Tag } from '../ui/status.tsx'

const tones = {
  waiting: 'amber',
  agreed: 'green',
  'sent back': 'red',
  withdrawn: 'gray',
  lapsed: 'gray',
  void: 'gray',
} as const
const words = {
  waiting: 'Waiting',
  agreed: 'Agreed',
  'sent back': 'Sent back',
  withdrawn: 'Withdrawn',
  lapsed: 'Lapsed',
  void: 'Void',
} as const

export const StateTag = ({ state }: Pick<Proposal, 'state'>) => (
  <Tag tone={tones[state]}>{words[state]}</Tag>
)
