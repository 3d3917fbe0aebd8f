import { Alert, Anchor, Button, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { auth } from '@mshahara/contract/auth'
import { billing, type OrderType, type Quote } from '@mshahara/contract/billing'
import { counted } from '@mshahara/contract/counted'
import { localPhone, mpesaPhone } from '@mshahara/contract/mpesa-phone'
import { organizations } from '@mshahara/contract/organizations'
import { type Duration, durations, isDiscounted } from '@mshahara/contract/subscriptions'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call, refresh, useRead } from '../lib/api.ts'
import { date, ksh } from '../lib/format.ts'
import { monthsBought } from '../lib/months.ts'
import { useProfile } from '../lib/session.ts'
import { toast } from '../lib/toast.tsx'
import { Refused } from '../lib/wire.ts'
import { noteBelow } from '../ui/fields.tsx'
import { useReturnFocus } from '../ui/return-focus.ts'
import { givenUp } from './given-up.ts'
import classes from './plans.module.css'
import { NoPrompt, type NoPromptFacts, Processing } from './processing.tsx'

interface Props {
  type: OrderType
  package_id: string
  package_name: string
  onClose: () => void
}

/** The M-PESA modal: a phone, for how long, what it comes to; then the phone rings. */
export default function PaymentModal(props: Props) {
  const { onClose } = props
  useReturnFocus()
  const [paying, setPaying] = useState<Paying | null>(null)
  const [unreached, setUnreached] = useState<NoPromptFacts | null>(null)
  const [last, setLast] = useState<Paying | undefined>()
  function leave() {
    if (paying) toast('info', 'The payment continues. Follow it under Subscription Plan.')
    onClose()
  }
  function end(facts: NoPromptFacts) {
    setLast(paying ?? undefined)
    setPaying(null)
    setUnreached(facts)
  }
  return (
    <Modal opened onClose={leave} title="M-PESA Payment" size="md" closeOnClickOutside={false}>
      {unreached && (
        <Unreached {...unreached} onClose={onClose} onAgain={() => setUnreached(null)} />
      )}
      {paying && (
        <Stack gap="md">
          <Processing {...paying} onFailed={onClose} onNoPrompt={end} />
          <div className="modal-foot">
            <Button variant="default" disabled>
              Cancel
            </Button>
            <Button variant="default" onClick={leave}>
              Leave
            </Button>
          </div>
        </Stack>
      )}
      {!paying && !unreached && <Form {...props} last={last} onPaying={setPaying} />}
    </Modal>
  )
}

interface Paying {
  id: string
  phone: string
  amount: number
  duration: Duration
}

type UnreachedProps = NoPromptFacts & { onClose: () => void; onAgain: () => void }

const Unreached = ({ onClose, onAgain, ...facts }: UnreachedProps) => (
  <Stack gap="md">
    <NoPrompt {...facts} />
    <div className="modal-foot">
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
      <Button onClick={onAgain} data-autofocus>
        Try again
      </Button>
    </div>
  </Stack>
)

const months = durations.map((value) => ({
  value: String(value),
  label: `${monthsBought(value)}${isDiscounted(value) ? ' (Get 1 Month Free)' : ''}`,
}))

const phoneFault = (value: string) => mpesaPhone.safeParse(value).error?.issues[0]?.message

interface FormProps extends Props {
  /** What was tried before, to be tried again. */
  last: Paying | undefined
  onPaying: (begun: Paying) => void
}

function Form(props: FormProps) {
  const { type, package_id, package_name, last, onClose, onPaying } = props
  const { phone, setPhone, fault, setFault } = usePhone(last?.phone)
  const [duration, setDuration] = useState<Duration>(last?.duration ?? 1)
  const [busy, setBusy] = useState(false)
  const [overtaken, setOvertaken] = useState(false)
  const wish = { type, package_id, duration }
  const { data: quote, refetch } = useRead(billing.quote, { body: wish }, { keep: true })
  const known = quote?.duration === duration ? quote : null
  const isCovered = known?.amount === 0
  const navigate = useNavigate()
  async function pay(event: FormEvent) {
    event.preventDefault()
    const wrong = isCovered ? undefined : phoneFault(phone)
    setFault(wrong)
    if (wrong || !known) return
    setBusy(true)
    const { id: quote_id, amount } = known
    const body = { ...wish, package: package_name, amount, quote_id, ...(!isCovered && { phone }) }
    const id = await start(body)
    if (id === stale) await refetch()
    setOvertaken(id === stale)
    setBusy(false)
    if (!id || id === stale) return
    if (!isCovered) return onPaying({ id, phone, amount, duration })
    onClose()
    await navigate({ to: '/paymentSuccess', search: { payment: id } as never })
  }
  return (
    <form onSubmit={(event) => void pay(event)} noValidate>
      <Stack gap="md">
        <Alert color="brand" py="xs">
          Special Offer: Get one month free when you subscribe for 12 months!
        </Alert>
        <Chosen name={package_name} quote={known} />
        <Payer isCovered={isCovered} value={phone} error={fault} onChange={setPhone} />
        <Select
          label="Subscription Duration"
          data={months}
          value={String(duration)}
          allowDeselect={false}
          onChange={(value) => {
            setOvertaken(false)
            if (value) setDuration(Number(value) as Duration)
          }}
        />
        {overtaken && (
          <Alert color="yellow" py="xs">
            The price you saw is out of date, and nothing was paid. This is the new one:
          </Alert>
        )}
        <Summary duration={duration} quote={known} />
        <PayByCard quote={known} />
        <div className="modal-foot">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} disabled={(Boolean(fault) && !isCovered) || !known}>
            Complete Payment
          </Button>
        </div>
      </Stack>
    </form>
  )
}

function Chosen({ name, quote }: { name: string; quote: Quote | null }) {
  return (
    <>
      <div>
        <Text fw={650}>{name}</Text>
        <Text size="sm" c="dimmed">
          {quote ? `Base Price: ${ksh(quote.price)} per month` : '…'}
        </Text>
      </div>
      {quote && quote.free_days > 0 && (
        <Alert color="yellow" py="xs">
          {givenUp(quote.free_days)}
        </Alert>
      )}
    </>
  )
}

interface PhoneProps {
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** Nobody's phone is asked where nothing is left to pay. */
const Payer = ({ isCovered, ...field }: PhoneProps & { isCovered: boolean }) =>
  isCovered ? (
    <Text size="sm">Your credit covers it: there is nothing left to pay.</Text>
  ) : (
    <PhoneField {...field} />
  )

const PhoneField = ({ onChange, ...field }: PhoneProps) => (
  <TextInput
    label="Phone Number"
    placeholder="07XXXXXXXX"
    description="Enter the M-PESA registered phone number"
    inputMode="tel"
    autoComplete="tel"
    {...noteBelow}
    {...field}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    data-autofocus
  />
)

/** Prefilled with the person's own number, or else the organisation's. */
function usePhone(last: string | undefined) {
  const profile = useProfile()
  const { data: mine } = useRead(auth.profile, undefined, { fixed: true, initial: profile })
  const { data: organization } = useRead(organizations.get)
  const [typed, setTyped] = useState<string | null>(last ?? null)
  const [fault, setFault] = useState<string | undefined>()
  const phone = typed ?? localPhone(mine?.phone || organization?.phone)
  const setPhone = (value: string) => {
    setTyped(value)
    setFault(phoneFault(value))
  }
  return { phone, setPhone, fault, setFault }
}

type Init = NonNullable<Parameters<typeof call<typeof billing.init>>[1]>['body']

/** The quote is not the newest: the new one is shown, and the person decides again. */
const stale = Symbol('stale')

/** The id of the payment, unless it could not be initiated; then it says why. */
async function start(body: NonNullable<Init>): Promise<string | typeof stale | null> {
  try {
    const sent = await call(
      billing.init,
      { body },
      { quiet: [409, 422, 429], key: crypto.randomUUID() },
    )
    if (!sent.data.id) {
      toast('error', 'Failed to initiate payment. Please try again.')
      return null
    }
    const rings = body.phone !== undefined
    toast('success', rings ? 'M-PESA payment initiated successfully' : 'Payment successful!')
    void refresh()
    return sent.data.id
  } catch (error) {
    if (error instanceof Refused && (error.fields.quote_id || error.fields.amount)) return stale
    if (error instanceof Refused && [409, 422, 429].includes(error.status)) {
      toast('error', `An error occurred: ${error.message || 'Unknown error'}`)
    }
    return null
  }
}

interface SummaryProps {
  duration: Duration
  quote: Quote | null
}

function Summary({ duration, quote }: SummaryProps) {
  const lines: [string, string][] = [
    ['Base Price / month', quote ? ksh(quote.price) : '…'],
    ['Duration', monthsBought(duration)],
  ]
  if (quote && quote.discount > 0) {
    lines.push(['Subtotal', ksh(quote.subtotal)], ['Discount', `− ${ksh(quote.discount)}`])
  }
  if (quote && quote.credit > 0) lines.push(['Credit for days left', `− ${ksh(quote.credit)}`])
  if (quote && quote.balance_used > 0) {
    lines.push(['Credit on your account', `− ${ksh(quote.balance_used)}`])
  }
  if (quote) {
    const more = quote.extra_days > 0 ? ` (${counted(quote.extra_days, 'day')} more)` : ''
    lines.push(['Period', `${date(quote.from)} – ${date(quote.to)}${more}`])
  }
  return (
    <dl className={classes.summary} aria-label="Summary">
      {lines.map(([term, value]) => [
        <dt key={term}>{term}</dt>,
        <dd key={`${term} value`}>{value}</dd>,
      ])}
      <dt data-total>Total Amount</dt>
      <dd data-total>{quote ? ksh(quote.amount) : '…'}</dd>
    </dl>
  )
}

/** Where a card provider is configured (A26); what is paid there, the operator confirms. */
function PayByCard({ quote }: { quote: Quote | null }) {
  const { data } = useRead(billing.current)
  if (!data?.card || !quote || quote.amount === 0) return null
  const { public_key, url } = data.card
  const to = new URL(url)
  const back = `${location.origin}/paymentSuccess?card=${quote.id}`
  const asked = { public_key, amount: String(quote.amount), currency: 'KES', reference: quote.id }
  for (const [name, value] of Object.entries({ ...asked, redirect_url: back })) {
    to.searchParams.set(name, value)
  }
  return (
    <Text size="sm">
      <Anchor href={to.href}>Pay by card</Anchor>
    </Text>
  )
}
