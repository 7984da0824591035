/** Exports the alert with its video as a signed zip, which `picket verify-export` verifies. */
import { Button } from '@mantine/core';
import { parseError } from '@picket/contracts/client';
import { IconDownload } from '@tabler/icons-react';
import { API_BASE } from '../../../lib/api.ts';
import { downloadBlob } from '../../../lib/download-file.ts';
import { currentLanguage, useText } from '../../../lib/texts.ts';
import { showToast } from '../../../ui/toasts.ts';
import { useAction } from '../../../ui/use-action.ts';

interface Props {
  readonly alert: string;
}

export function ExportEvidence({ alert }: Props) {
  const t = useText();
  const exporting = useAction(async () => {
    const response = await fetch(`${API_BASE}/alerts/${alert}/export`, {
      method: 'POST',
      credentials: 'include',
      headers: { 'accept-language': currentLanguage() },
    });
    if (!response.ok) throw await parseError(response);
    downloadBlob(await response.blob(), 'picket-evidence.zip');
    showToast(t('clips.export.done'), t('clips.export.text'));
  });
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      loading={exporting.busy}
      onClick={() => void exporting.run()}
    >
      {t('clips.export')}
    </Button>
  );
}
