/** Makes a photo no larger than reading needs, upright, before it leaves the phone. */

export const LONGEST = 2048;
const QUALITY = 0.9;

/** @param {CanvasImageSource} picture @param {number} width @param {number} height @returns {Promise<Blob>} */
export function encoded(picture, width, height) {
  const scale = Math.min(1, LONGEST / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/jpeg", QUALITY),
  );
}

/**
 * A photo of at most 2,048 pixels a side. One that is small enough, or that this browser cannot open (HEIC, on most),
 * goes as it is, byte for byte.
 * @param {Blob} photo @returns {Promise<Blob>}
 */
export async function shrunk(photo) {
  let picture;
  try {
    picture = await createImageBitmap(photo, { imageOrientation: "from-image" });
  } catch {
    return photo;
  }
  try {
    if (Math.max(picture.width, picture.height) <= LONGEST) return photo;
    return await encoded(picture, picture.width, picture.height);
  } finally {
    picture.close();
  }
}

/** The name a photo goes by; one from the camera has none of its own. @param {Blob} photo */
export const nameOf = (photo) => (photo instanceof File && photo.name) || "photo.jpg";
