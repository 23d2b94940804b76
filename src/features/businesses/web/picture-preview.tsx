import { useEffect, useRef } from 'react';

/**
 * A file as it will be cropped, before it has been sent. Drawn, since the page's policy lets no address of a local file
 * be shown; a file that is no picture leaves the frame empty.
 * @param isWhole shown whole with room around it, as logos are; otherwise it fills the frame
 * @param onUnreadable called when the browser cannot draw it
 */
export function PicturePreview({
  file,
  width,
  height,
  isWhole = false,
  className,
  onUnreadable,
}: {
  file: File;
  width: number;
  height: number;
  isWhole?: boolean;
  className: string;
  onUnreadable?: () => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const tell = useRef(onUnreadable);
  tell.current = onUnreadable;
  useEffect(() => {
    let isOver = false;
    createImageBitmap(file).then(
      (bitmap) => {
        const context = canvas.current?.getContext('2d');
        if (!isOver && context) {
          const choose = isWhole ? Math.min : Math.max;
          const scale = choose(width / bitmap.width, height / bitmap.height);
          const [w, h] = [bitmap.width * scale, bitmap.height * scale];
          context.drawImage(bitmap, (width - w) / 2, (height - h) / 2, w, h);
        }
        bitmap.close();
      },
      () => {
        if (!isOver) tell.current?.();
      },
    );
    return () => {
      isOver = true;
    };
  }, [file, width, height, isWhole]);
  return <canvas ref={canvas} width={width} height={height} className={className} />;
}
