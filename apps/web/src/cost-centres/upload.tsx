import { Button } from '@mantine/core'
import { costSplits } from '@mshahara/contract/cost-centres'
import { lazy, Suspense } from 'react'
import { IconFileUpload } from '../ui/icons.ts'

const ImportWizard = lazy(() => import('../ui/import-wizard.tsx'))

export const UploadButton = ({ onClick }: { onClick: () => void }) => (
  <Button
    variant="default"
    leftSection={<IconFileUpload size={17} aria-hidden />}
    onClick={onClick}
  >
    Upload Shares
  </Button>
)

/** Of everybody, in one sheet. */
export const UploadSplits = ({ onClose }: { onClose: () => void }) => (
  <Suspense fallback={null}>
    <ImportWizard
      title="Upload Cost Centres of Employees"
      endpoint={costSplits.upload}
      template={costSplits.template}
      faults={costSplits.faults}
      done="Cost centres uploaded successfully"
      onClose={onClose}
    />
  </Suspense>
)
