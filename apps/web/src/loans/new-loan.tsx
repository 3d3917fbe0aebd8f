import { Alert, Button, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { fillAll, type LoanProductShown, loanPurposes } from '@mshahara/contract/loan-fields'
import { loans } from '@mshahara/contract/loans'
import { useState } from 'react'
import { useRead } from '../lib/api.ts'
import { type CallForm, useCallForm } from '../lib/form.ts'
import { amount, ksh } from '../lib/format.ts'
import { useProfile } from '../lib/session.ts'
import { toast } from '../lib/toast.tsx'
import { noNumber, noteBelow } from '../ui/fields.tsx'
import { Money } from '../ui/money.tsx'
import { useReturnFocus } from '../ui/return-focus.ts'
import { GuarantorPicker } from './guarantor-picker.tsx'
import { TermsOfProducts } from './terms-text.tsx'
import { Working } from './working.tsx'

/** First the terms; whoever accepts them gets the form. */
export default function NewLoan({ onClose }: { onClose: () => void }) {
  useReturnFocus()
  const [accepted, setAccepted] = useState(false)
  const { data: products } = useRead(loans.products)
  if (!products) return null
  return accepted ? (
    <Application products={products} onClose={onClose} />
  ) : (
    <Terms products={products} onAccept={() => setAccepted(true)} onClose={onClose} />
  )
}

interface TermsProps {
  products: LoanProductShown[]
  onAccept: () => void
  onClose: () => void
}

function Terms({ products, onAccept, onClose }: TermsProps) {
  return (
    <Modal opened onClose={onClose} title="Terms & Conditions" size="xl">
      <Stack gap="md">
        <TermsOfProducts products={products} />
        <div className="modal-foot">
          <Button variant="default" onClick={onClose}>
            Decline
          </Button>
          <Button onClick={onAccept}>Accept</Button>
        </div>
      </Stack>
    </Modal>
  )
}

const blank = {
  product_id: '',
  guarantor_1: '',
  guarantor_2: '',
  amount: noNumber,
  purpose: '',
  term_months: '',
  tops_up: '',
}
type Values = typeof blank & Record<string, unknown>

interface ApplicationProps {
  products: LoanProductShown[]
  onClose: () => void
}

function Application({ products, onClose }: ApplicationProps) {
  const [other, setOther] = useState<string | null>(null)
  const productOf = ({ product_id }: Values) =>
    products.find((one) => String(one.product_id) === product_id)
  const { form, submit, busy, mayClose } = useCallForm<typeof loans.create, Values>({
    endpoint: loans.create,
    initial: blank,
    long: true,
    send: (values) => ({ ...values, terms: productOf(values)?.terms.en ?? '' }),
    done: 'Loan application submitted successfully',
    onDone: onClose,
  })
  const { values } = form
  const product = productOf(values)
  const cancel = async () => {
    if (await mayClose()) onClose()
  }
  return (
    <Modal opened onClose={cancel} title="Loan Application" closeOnClickOutside={!form.isDirty()}>
      <form
        noValidate
        onSubmit={(event) => {
          if (!isComplete(values, product)) toast('error', fillAll)
          submit(event)
        }}
      >
        <Stack gap="md">
          <ProductFields form={form as never} products={products} product={product} />
          {product?.guarantors !== 0 && <Guarantors form={form as never} values={values} />}
          <Select
            label="Purpose"
            required
            placeholder="Select purpose"
            data={[...loanPurposes]}
            value={other ?? (values.purpose || null)}
            error={other === null && form.errors.purpose}
            onChange={(purpose) => {
              setOther(purpose === 'Other' ? 'Other' : null)
              form.setFieldValue('purpose', purpose === 'Other' ? '' : (purpose ?? ''))
            }}
          />
          {other && <TextInput label="Other purpose" required {...form.getInputProps('purpose')} />}
          <Cost product={product} values={values} />
          <div className="modal-foot">
            <Button variant="default" onClick={cancel}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              Apply Loan
            </Button>
          </div>
        </Stack>
      </form>
    </Modal>
  )
}

const isComplete = (values: Values, product: LoanProductShown | undefined) =>
  product !== undefined &&
  typeof values.amount === 'number' &&
  values.purpose.trim() !== '' &&
  values.term_months !== '' &&
  (product.guarantors === 0 || (values.guarantor_1 !== '' && values.guarantor_2 !== ''))

type LoanForm = CallForm<typeof loans.create>

function Guarantors({ form, values }: { form: LoanForm; values: Values }) {
  const set = (field: string) => (id: string | null) => form.setFieldValue(field, id ?? '')
  return (
    <>
      <GuarantorPicker
        label="Guarantor 1"
        value={values.guarantor_1 || null}
        other={values.guarantor_2}
        onChange={set('guarantor_1')}
        error={form.errors.guarantor_1}
      />
      <GuarantorPicker
        label="Guarantor 2"
        value={values.guarantor_2 || null}
        other={values.guarantor_1}
        onChange={set('guarantor_2')}
        error={form.errors.guarantor_2}
      />
    </>
  )
}

interface ProductProps {
  form: LoanForm
  products: LoanProductShown[]
  product: LoanProductShown | undefined
}

function ProductFields({ form, products, product }: ProductProps) {
  const values = form.values as unknown as Values
  const most = product?.maximums.find(({ term }) => String(term) === values.term_months)
  const terms = product?.maximums.map(({ term }) => String(term)) ?? []
  return (
    <>
      <Select
        label="Loan Product"
        required
        placeholder="Select product"
        data={products.map(({ product_id, label }) => ({ value: String(product_id), label }))}
        description={
          product && `Product range: ${amount(product.amount_min)} – ${amount(product.amount_max)}`
        }
        {...noteBelow}
        {...form.getInputProps('product_id')}
        onChange={(id) => {
          form.setFieldValue('product_id', id ?? '')
          const chosen = products.find(({ product_id }) => String(product_id) === id)
          form.setFieldValue(
            'term_months',
            chosen?.term_max === 1 ? '1' : within(values.term_months, chosen),
          )
        }}
        data-autofocus
      />
      <TopUp form={form} product={product} />
      <Select
        label="Repayment Term (months)"
        required
        placeholder="Select term"
        data={terms}
        disabled={!product}
        {...form.getInputProps('term_months')}
      />
      <Money
        label="Amount"
        required
        description={
          most && most.amount > 0 ? `Maximum loan amount: ${amount(most.amount)}` : undefined
        }
        title={most?.working}
        {...noteBelow}
        {...form.getInputProps('amount')}
      />
    </>
  )
}

const within = (term: string, product: LoanProductShown | undefined) =>
  product && Number(term) <= product.term_max ? term : ''

/** Somebody who still repays a loan of the same kind may settle it with the new one. */
function TopUp({ form, product }: Omit<ProductProps, 'products'>) {
  const { employee_id } = useProfile()
  const { data } = useRead(
    loans.standing,
    { params: { id: employee_id ?? '' } },
    { enabled: employee_id != null },
  )
  const same = (data?.loans ?? []).filter((loan) => loan.product === product?.name)
  if (same.length === 0 || product?.guarantors === 0) return null
  return (
    <Select
      label="Settle a running loan with this one"
      description="Optional: a top-up. The rest is paid out to you."
      {...noteBelow}
      placeholder="No, keep both"
      clearable
      clearButtonProps={{ 'aria-label': 'Keep both' }}
      data={same.map(({ id, product: name, outstanding }) => ({
        value: id,
        label: `${name}, balance ${amount(outstanding)}`,
      }))}
      {...form.getInputProps('tops_up')}
      value={(form.values.tops_up as string) || null}
      onChange={(id) => form.setFieldValue('tops_up', id ?? '')}
    />
  )
}

/** Total and monthly payment, from the server, as soon as they can be told. */
function Cost({ product, values }: { product: LoanProductShown | undefined; values: Values }) {
  const period = Number(values.term_months)
  const wanted = typeof values.amount === 'number' ? values.amount : 0
  const fits =
    product !== undefined &&
    period >= 1 &&
    Number.isInteger(wanted) &&
    wanted >= product.amount_min &&
    wanted <= product.amount_max
  const body = { loanProductRefId: product?.product_id ?? 0, amount: wanted, period }
  const { data } = useRead(loans.quote, { body }, { enabled: fits, keep: true })
  if (!fits || !data) return null
  return (
    <Alert color="blue" title="Repayment" role="status">
      <Text size="sm">
        Total Payable: <b className="figures">{ksh(data.totalAmount)}</b>
      </Text>
      <Text size="sm">
        Monthly Payment: <b className="figures">{ksh(data.monthlyInstallment)}</b>
      </Text>
      <Working lines={data.working} />
    </Alert>
  )
}
