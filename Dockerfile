# The image holds the one static program and an empty folder for the data, and
# nothing else: no shell, no base image.
#
#   docker build --tag toolcrib .
#
# From a program that was built before, with no base image to be had, name a
# folder with it, toolcrib, and an empty folder, data, in the place of the stage:
#
#   docker build --tag toolcrib --build-context build=FOLDER .
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o /toolcrib ./cmd/toolcrib && mkdir /data

FROM scratch
COPY --from=build toolcrib /usr/bin/toolcrib
COPY --from=build --chown=65532:65532 data /data
USER 65532:65532
ENV PATH=/usr/bin TOOLCRIB_DATA=/data TOOLCRIB_LISTEN=0.0.0.0:8080
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s CMD ["toolcrib", "healthcheck"]
ENTRYPOINT ["toolcrib"]
CMD ["serve"]
