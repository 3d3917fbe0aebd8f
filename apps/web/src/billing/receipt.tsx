import { Button, Center, Loader } from '@mantine/core'
import { billing } from '@mshahara/contract/billing'
import { useState } from 'react'
import { call, useRead } from '../lib/api.ts'
import { useParam } from '../lib/param.ts'
import { Empty, Failed } from '../ui/empty.tsx'
import { IconDownload, IconPrinter, IconReceipt } from '../ui/icons.ts'
import { Page } from '../ui/page.tsx'
import { Paper } from '../ui/paper.tsx'
import { saveFile } from '../ui/save-file.ts'

/** The receipt as a page; printed as it is, or saved as a PDF. */
export default function Receipt() {
  const id = useParam('id')
  const { data, isPending, isError, refetch } = useRead(billing.receipt, { params: { id } })
  return (
    <Page
      title="Payment Receipt"
      tab={data ? `Payment Receipt ${data.receipt_no}` : 'Payment Receipt'}
      subtitle={data?.receipt_no ?? ' '}
      actions={data && <Actions id={id} />}
    >
      {data && <Paper html={data.html} title={`Receipt ${data.receipt_no}`} />}
      {isPending && (
        <Center py={120}>
          <Loader aria-label="Loading receipt" />
        </Center>
      )}
      {!isPending && !data && (
        <div className="card">
          {isError ? (
            <Failed title="The receipt could not be shown" onRetry={() => void refetch()} />
          ) : (
            <Empty icon={IconReceipt} title="Receipt not found" />
          )}
        </div>
      )}
    </Page>
  )
}

function Actions({ id }: { id: string }) {
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    // lib/api.ts has already said why it failed.
    const sent = await call(billing.receiptFile, { params: { id } }).catch(() => null)
    setBusy(false)
    if (sent) saveFile(sent.data)
  }
  return (
    <>
      <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
        Print
      </Button>
      <Button
        variant="default"
        loading={busy}
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void save()}
      >
        Download PDF
      </Button>
    </>
  )
}
