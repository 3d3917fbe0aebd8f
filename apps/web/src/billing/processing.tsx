import { Alert, Button, Loader, Text } from '@mantine/core'
import { type ByHand, billing, pollSeconds } from '@mshahara/contract/billing'
import type { Answer } from '@mshahara/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { call, refresh, useWrite } from '../lib/api.ts'
import { ksh } from '../lib/format.ts'
import { toast } from '../lib/toast.tsx'
import { Refused } from '../lib/wire.ts'
import classes from './plans.module.css'

interface Props {
  id: string
  phone: string
  amount: number
  /** It has ended without success, and the person was told. */
  onFailed: () => void
  /** No prompt came: it can be paid from the menu, or tried once more. */
  onNoPrompt: (ended: NoPromptFacts) => void
}

export interface NoPromptFacts {
  why: string
  byHand: ByHand
}

const everything = [400, 403, 404, 409, 422, 429, 500, 503]
const messageOf = (error: unknown) => (error instanceof Refused && error.message) || 'Unknown error'

/** While the phone rings: our own server is asked every three seconds, and knows the rest. */
export function Processing({ id, phone, amount, ...then }: Props) {
  const { data, error } = useQuery({
    queryKey: ['payment', id],
    queryFn: async ({ signal }) =>
      (
        await call(
          billing.check,
          { body: { payment_details_id: id } },
          { signal, quiet: everything },
        )
      ).data,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      !state.data || state.data.status === 'Pending' ? pollSeconds * 1000 : false,
  })
  useEnding(id, data, then)
  useEffect(() => {
    if (error) toast('error', `Error checking payment status: ${messageOf(error)}`)
  }, [error])
  return (
    <div className={classes.processing}>
      <Loader aria-hidden />
      <Text fw={650} size="lg" role="status">
        Processing Payment
      </Text>
      <Text>Enter your M-PESA PIN when prompted on your phone</Text>
      <Text fw={550}>{`${ksh(amount)} from ${phone}`}</Text>
      {data?.status === 'Pending' && !data.description.startsWith('Enter') && (
        <Text size="sm" c="dimmed" aria-live="polite">
          {data.description}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        Here you see how it ends. Should you have to leave, the payment goes on all the same.
      </Text>
      <Text size="sm" c="dimmed">
        Please do not close this window while the transaction is being processed.
      </Text>
      <Again id={id} phone={phone} at={data?.again_at ?? null} byHand={data?.by_hand ?? null} />
    </div>
  )
}

type Checked = Answer<typeof billing.check> | undefined
type Endings = Pick<Props, 'onFailed' | 'onNoPrompt'>

function useEnding(id: string, data: Checked, { onFailed, onNoPrompt }: Endings) {
  const navigate = useNavigate()
  const ended = useRef(false)
  useEffect(() => {
    if (!data || data.status === 'Pending' || ended.current) return
    ended.current = true
    void refresh()
    const { by_hand: byHand } = data
    if (data.status === 'Failed' && byHand) {
      return onNoPrompt({ why: data.description || 'No prompt came to the phone.', byHand })
    }
    if (data.status === 'Failed') {
      toast('error', `Payment failed: ${data.description || 'Unknown error'}`, { seconds: 7 })
      return onFailed()
    }
    toast('success', data.state === 'credited' ? data.description : 'Payment successful!')
    void navigate({ to: '/paymentSuccess', search: { payment: id } as never })
  }, [id, data, onFailed, onNoPrompt, navigate])
}

interface AgainProps {
  id: string
  phone: string
  at: string | null
  byHand: ByHand | null
}

/** A prompt that was missed can be had again, once the first is certainly not in anybody's hand. */
function Again({ id, phone, at, byHand }: AgainProps) {
  const [, tick] = useState(0)
  const again = useWrite(billing.again)
  const wait_ms = at === null ? null : Date.parse(at) - Date.now()
  useEffect(() => {
    if (wait_ms === null || wait_ms <= 0) return
    const timer = setTimeout(() => tick((count) => count + 1), wait_ms + 50)
    return () => clearTimeout(timer)
  }, [wait_ms])
  if (wait_ms === null || wait_ms > 0) return null
  return (
    <>
      <Text size="sm" className="warning">
        No prompt on {phone}? Send it again. If you have already entered your PIN, please wait: if
        both prompts are paid, the second becomes credit on your account.
      </Text>
      <Button
        variant="default"
        loading={again.busy}
        onClick={() =>
          again.run({ body: { payment_details_id: id, phone } }).then(
            () => toast('info', 'The prompt has been sent again.'),
            () => {},
          )
        }
      >
        Send the prompt again
      </Button>
      {byHand && <PayYourself {...byHand} title="Still no prompt? Pay from the M-PESA menu:" />}
    </>
  )
}

/** What to do instead stays in sight: whoever pays from the menu reads it line by line. */
export const NoPrompt = ({ why, byHand }: NoPromptFacts) => (
  <div className={classes.processing}>
    <Alert color="yellow" w="100%" ta="left" title="The payment was not made" role="alert">
      {why}
    </Alert>
    <PayYourself {...byHand} title="Pay from the M-PESA menu instead:" />
  </div>
)

/** Phones that no prompt reaches: an old SIM card, a menu that hangs, another network. */
const PayYourself = ({ title, kind, number, account, amount }: ByHand & { title: string }) => (
  <section className={classes.byHand} aria-label="Pay without a prompt">
    <Text size="sm" fw={650}>
      {title}
    </Text>
    <ol>
      <li>Lipa na M-PESA, then {kind === 'paybill' ? 'Pay Bill' : 'Buy Goods and Services'}</li>
      <li>
        {kind === 'paybill' ? 'Business number' : 'Till number'} <b>{number}</b>
      </li>
      {kind === 'paybill' && (
        <li>
          Account number <b>{account}</b>
        </li>
      )}
      <li>
        Amount <b>{ksh(amount)}</b>
      </li>
    </ol>
    <Text size="sm" c="dimmed">
      We record it when it shows on our M-PESA statement, and your plan starts then.
      {kind === 'till' && ` Please tell us the M-PESA code, and that it is for ${account}.`} If a
      prompt still appears, please cancel it.
    </Text>
  </section>
)
