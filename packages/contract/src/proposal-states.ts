/** What can become of an act that waits for a second person (B29): for handlers and screens. */

export const proposalStates = [
  'waiting',
  'agreed',
  'sent back',
  'withdrawn',
  /** Nobody has decided in time. */
  'lapsed',
  /** What it was made from has changed. */
  'void',
] as const
export type ProposalState = (typeof proposalStates)[number]

export const proposalActs = ['agree', 'send back', 'withdraw', 'lapse', 'void'] as const
export type ProposalAct = (typeof proposalActs)[number]

const ends: Readonly<Record<ProposalAct, ProposalState>> = {
  agree: 'agreed',
  'send back': 'sent back',
  withdraw: 'withdrawn',
  lapse: 'lapsed',
  void: 'void',
}

/** The state that follows, or nothing: whatever is decided stays as it was decided. */
export const proposalAfter = (state: ProposalState, act: ProposalAct): ProposalState | undefined =>
  state === 'waiting' ? ends[act] : undefined
