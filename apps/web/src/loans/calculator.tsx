import { Button, Modal, Select, Stack, Title } from '@mantine/core'
import type { Quotation } from '@mshahara/contract/loan-fields'
import { fillAll } from '@mshahara/contract/loan-fields'
import { loans } from '@mshahara/contract/loans'
import { useState } from 'react'
import { call, useRead } from '../lib/api.ts'
import { amount, ksh } from '../lib/format.ts'
import { toast } from '../lib/toast.tsx'
import { Detail } from '../ui/detail.tsx'
import { noteBelow } from '../ui/fields.tsx'
import { Figure, Money } from '../ui/money.tsx'
import { useReturnFocus } from '../ui/return-focus.ts'
import { Working } from './working.tsx'

/** What a loan would cost, for whoever wants to know. */
export default function Calculator({ onClose }: { onClose: () => void }) {
  useReturnFocus()
  const { data: products } = useRead(loans.products)
  const [product, setProduct] = useState<string | null>(null)
  const [principal, setPrincipal] = useState<number | string>('')
  const [period, setPeriod] = useState<number | string>('')
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<Quotation | null>(null)
  const chosen = products?.find(({ product_id }) => String(product_id) === product)

  async function calculate() {
    if (!product || principal === '' || period === '') return toast('error', fillAll)
    setBusy(true)
    const body = { loanProductRefId: product, amount: principal, period }
    const sent = await call(loans.quote, { body }).catch(() => null)
    setBusy(false)
    setResult(sent?.data ?? null)
  }

  return (
    <Modal opened onClose={onClose} title="Loan Calculator">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void calculate()
        }}
      >
        <Stack gap="md">
          <Select
            label="Loan Product"
            required
            placeholder="Select product"
            data={(products ?? []).map(({ product_id, label }) => ({
              value: String(product_id),
              label,
            }))}
            value={product}
            onChange={setProduct}
            data-autofocus
          />
          <Money
            label="Amount"
            required
            description={
              chosen && `Range: ${amount(chosen.amount_min)} – ${amount(chosen.amount_max)}`
            }
            {...noteBelow}
            value={principal}
            onChange={setPrincipal}
          />
          <Figure
            label="Period (months)"
            required
            description={chosen && `Range: ${chosen.term_range}`}
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

function Foot({ busy, onClose }: { busy: boolean; onClose: () => void }) {
  return (
    <div className="modal-foot">
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
      <Button type="submit" loading={busy}>
        Calculate
      </Button>
    </div>
  )
}

function Result({ quotation }: { quotation: Quotation }) {
  const { productName, principal, totalAmount, installmentCount, monthlyInstallment } = quotation
  return (
    <section className="card" aria-label={`${productName} Quotation`} role="status">
      <div className="card-head">
        <Title order={3}>{`${productName} Quotation`}</Title>
      </div>
      <div className="card-body">
        <Detail
          items={[
            ['Principal', ksh(principal)],
            ['Total Payable', ksh(totalAmount)],
            ['Installments', String(installmentCount)],
            ['Monthly Installment', ksh(monthlyInstallment)],
          ]}
        />
        <Working lines={quotation.working} />
      </div>
    </section>
  )
}
