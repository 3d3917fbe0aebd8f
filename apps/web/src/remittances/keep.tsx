import { type Remittance, remittances } from '@mshahara/contract/remittances'
import { useAct } from '../ui/act.ts'
import { IconCircleX, IconHistory } from '../ui/icons.ts'
import { RowButton } from '../ui/row-action.tsx'

/** Of a deduction by name: whether somebody waits for it, or the employer keeps it. */
export function Keep({ item }: { item: Remittance }) {
  const { authority, name, type, employer, paid, state, kept_by } = item
  const keep = useAct(remittances.keep, {
    ask: {
      title: `Keep ${name}`,
      text: `${name} takes back money of your own, such as an advance, and is paid over to nobody. This counts for every month.`,
      action: 'Keep',
    },
    notice: ({ message }) => message,
  })
  const undo = useAct(remittances.keep, { notice: ({ message }) => message })
  if (kept_by !== null) {
    return (
      <RowButton
        icon={IconHistory}
        label={`Pay ${name} Over`}
        disabled={undo.busy}
        onClick={() => void undo.run({ body: { authority, kept: false } })}
      >
        Pay Over
      </RowButton>
    )
  }
  // What the employer adds to is a scheme's.
  if (type !== 'remittance' || state !== 'open' || paid !== 0 || employer > 0) return null
  return (
    <RowButton
      icon={IconCircleX}
      label={`Keep ${name}`}
      disabled={keep.busy}
      onClick={() => void keep.run({ body: { authority, kept: true } })}
    >
      Keep
    </RowButton>
  )
}
