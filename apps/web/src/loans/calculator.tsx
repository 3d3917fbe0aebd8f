import { Button, Modal, Select, Stack, Title } from '@mantine/core'
import type { LoanProductShown, Quotation } from '@mshahara/contract/loan-fields'
import { loans } from '@mshahara/contract/loans'
import { useState } from 'react'
import { call, useRead } from '../lib/api.ts'
import { amount, ksh } from '../lib/format.ts'
import { type InOne, useTexts } from '../lib/language.tsx'
import { toast } from '../lib/toast.tsx'
import { Detail } from '../ui/detail.tsx'
import { noteBelow } from '../ui/fields.tsx'
import { Figure, Money } from '../ui/money.tsx'
import { useReturnFocus } from '../ui/return-focus.ts'
import { applyTexts } from './apply-texts.ts'
import { Working } from './working.tsx'

/** What a loan would cost, for whoever wants to know. */
export default function Calculator({ onClose }: { onClose: () => void }) {
  const t = useTexts(applyTexts)
  useReturnFocus()
  const { data: products } = useRead(loans.products)
  const [product, setProduct] = useState<string | null>(null)
  const [principal, setPrincipal] = useState<number | string>('')
  const [period, setPeriod] = useState<number | string>('')
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<Quotation | null>(null)
  const chosen = products?.find(({ product_id }) => String(product_id) === product)
  const ranges = chosen && rangesOf(chosen, t)

  async function calculate() {
    if (!product || principal === '' || period === '') return toast('error', t.fillAll)
    setBusy(true)
    const body = { loanProductRefId: product, amount: principal, period }
    const sent = await call(loans.quote, { body }).catch(() => null)
    setBusy(false)
    setResult(sent?.data ?? null)
  }

  return (
    <Modal opened onClose={onClose} title={t.calculator}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void calculate()
        }}
      >
        <Stack gap="md">
          <Select
            label={t.product}
            required
            placeholder={t.selectProduct}
            data={(products ?? []).map(({ product_id, label }) => ({
              value: String(product_id),
              label,
            }))}
            value={product}
            onChange={setProduct}
            data-autofocus
          />
          <Money
            label={t.amount}
            required
            description={ranges?.amount}
            {...noteBelow}
            value={principal}
            onChange={setPrincipal}
          />
          <Figure
            label={t.period}
            required
            description={ranges?.term}
            {...noteBelow}
            value={period}
            onChange={setPeriod}
          />
          {result && <Result quotation={result} />}
          <Foot busy={busy} onClose={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}

const rangesOf = (product: LoanProductShown, t: InOne<typeof applyTexts>) => ({
  amount: t.range({ least: amount(product.amount_min), most: amount(product.amount_max) }),
  term: t.termRange({
    range: product.term_range,
    least: product.term_min,
    most: product.term_max,
  }),
})

function Foot({ busy, onClose }: { busy: boolean; onClose: () => void }) {
  const t = useTexts(applyTexts)
  return (
    <div className="modal-foot">
      <Button variant="default" onClick={onClose}>
        {t.close}
      </Button>
      <Button type="submit" loading={busy}>
        {t.calculate}
      </Button>
    </div>
  )
}

function Result({ quotation }: { quotation: Quotation }) {
  const t = useTexts(applyTexts)
  const { productName, principal, totalAmount, installmentCount, monthlyInstallment } = quotation
  const title = t.quotation({ name: productName })
  return (
    <section className="card" aria-label={title} role="status">
      <div className="card-head">
        <Title order={3}>{title}</Title>
      </div>
      <div className="card-body">
        <Detail
          items={[
            [t.principal, ksh(principal)],
            [t.total, ksh(totalAmount)],
            [t.instalments, String(installmentCount)],
            [t.monthlyInstalment, ksh(monthlyInstallment)],
          ]}
        />
        <Working lines={quotation.working} />
      </div>
    </section>
  )
}
