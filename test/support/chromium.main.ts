import chromium from '@sparticuz/chromium';

/** Unpacks the browser and the libraries it needs into the directory for temporary files, and prints where it is. */
process.stdout.write(await chromium.executablePath());
